import { create, type StateCreator } from 'zustand'
import type { AuthIo } from '#src/io/firebase/auth.ts'
import { parseSession, sessionText, type SessionUser } from '#src/io/session.ts'
import { browserStorage, isSharedDevice, SIGNING_OUT, SESSION, type ItemStorage } from '#src/io/storage.ts'
import { nextTask } from '#src/boot/idle.ts'

export type AuthState = {
  /**
   * `resolving` until it is known whether the device has a session. One that it had when it was last open counts as
   * one, until the identity service, which asks the network, has another word on it.
   */
  readonly status: 'resolving' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  /** A session keeps nothing on the device. */
  readonly shared: boolean
  /** Chooses that for the next one. */
  readonly setShared: (shared: boolean) => void
  /** Takes what this tab or device remembers of its session; before, it is a new device's. */
  readonly restore: () => void
  /** Begins to follow the session; the identity service's code is loaded here, after the first render. */
  readonly start: () => Promise<void>
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly createAccount: (email: string, password: string) => Promise<void>
  readonly signInWithGoogle: () => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  /**
   * Holds on this device at once. The identity service may first wait up to a minute for an answer to another call; it
   * removes the session then, or at the next start.
   */
  readonly signOut: () => Promise<void>
}

/** Signing out waits no longer for the identity service. */
const SIGN_OUT_TIMEOUT_MS = 1500

/** Who is signed in. Every action rejects with the provider's error. */
export const authState =
  (io: () => Promise<AuthIo>, { read, write, remove }: ItemStorage, isShared: () => boolean): StateCreator<AuthState> =>
  (set, get) => {
    const openAuth = async () => {
      const opened = await io()
      await pendingSignOut.catch(() => {})
      await opened.setShared(get().shared)
      return opened
    }
    /** Signing out, as the identity service does it. */
    let pendingSignOut: Promise<void> = Promise.resolve()
    const trackSignOut = (done: Promise<void>): Promise<void> => (pendingSignOut = done.then(() => remove(SIGNING_OUT)))
    return {
      status: 'resolving',
      user: null,
      shared: false,
      restore() {
        const user = parseSession(read(SESSION))
        set({ shared: isShared(), ...(user && { user, status: 'signedIn' }) })
      },
      setShared: (wanted) => set({ shared: wanted }),
      async start() {
        const { watchUser, signOut } = await io()
        // A page was closed before the service had done it.
        if (read(SIGNING_OUT) !== null) trackSignOut(signOut()).catch(() => {})
        watchUser((known) => {
          const user = read(SIGNING_OUT) === null ? known : null
          if (user) write(SESSION, sessionText(user))
          else remove(SESSION)
          set({ user, status: user ? 'signedIn' : 'signedOut' })
        })
      },
      signIn: async (email, password) => (await openAuth()).signIn(email, password),
      createAccount: async (email, password) => (await openAuth()).createAccount(email, password),
      signInWithGoogle: async () => (await openAuth()).signInWithGoogle(),
      sendPasswordReset: async (email) => (await io()).sendPasswordReset(email),
      async signOut() {
        write(SIGNING_OUT, 'true')
        const left = trackSignOut(io().then((opened) => opened.signOut()))
        try {
          await Promise.race([left, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
        } catch (error) {
          remove(SIGNING_OUT)
          throw error
        }
        // Refused this late, it is tried again at the next start.
        left.catch(() => {})
        remove(SESSION)
        set({ user: null, status: 'signedOut' })
      },
    }
  }

export const useAuth = create(
  authState(
    async () => {
      const { authIo } = await import('#src/io/firebase/auth.ts')
      // Evaluating the code was a task long enough.
      await nextTask()
      return authIo
    },
    browserStorage,
    isSharedDevice,
  ),
)

// As in `preferences.ts`: the page that was rendered at the build is nobody's.
useAuth.getState().restore()
