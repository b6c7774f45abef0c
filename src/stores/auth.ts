import { create, type StateCreator } from 'zustand'
import type { AuthIo } from '#src/io/firebase/auth.ts'
import { parseSession, sessionText, type SessionUser } from '#src/io/session.ts'
import { browserStorage, isSharedDevice, SIGNING_OUT, SESSION, type ItemStorage } from '#src/io/storage.ts'
import { nextTask } from '#src/boot/idle.ts'

export type AuthState = {
  /**
   * `resolving` until it is known whether the device has a session. A stored session counts until the identity service,
   * which needs the network, reports otherwise.
   */
  readonly status: 'resolving' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  /** Whether the session stores no data on the device. */
  readonly shared: boolean
  /** Sets this for the next session. */
  readonly setShared: (shared: boolean) => void
  /** Restores the session stored in this tab or on this device. Before, the state is that of a new device. */
  readonly restore: () => void
  /** Subscribes to the session. Loads the code of the identity service, so it is called after the first render. */
  readonly start: () => Promise<void>
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly createAccount: (email: string, password: string) => Promise<void>
  readonly signInWithGoogle: () => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  /**
   * Signs out on this device immediately. The identity service may wait up to a minute for another call; it removes the
   * session after that, or at the next start.
   */
  readonly signOut: () => Promise<void>
}

/** How long signing out waits for the identity service. */
const SIGN_OUT_TIMEOUT_MS = 1500

/** The session of the signed-in user. Every action rejects with the provider's error. */
export const authState =
  (io: () => Promise<AuthIo>, { read, write, remove }: ItemStorage, isShared: () => boolean): StateCreator<AuthState> =>
  (set, get) => {
    const openAuth = async () => {
      const opened = await io()
      await pendingSignOut.catch(() => {})
      await opened.setShared(get().shared)
      return opened
    }
    /** The sign-out in progress at the identity service. */
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
        // The page closed before the identity service had signed out.
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
        // An error after the timeout is ignored; the next start tries again.
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
      // Evaluating the code took a long task, so the browser may paint before the next one.
      await nextTask()
      return authIo
    },
    browserStorage,
    isSharedDevice,
  ),
)

// The prerendered page has no session; see `preferences.ts`.
useAuth.getState().restore()
