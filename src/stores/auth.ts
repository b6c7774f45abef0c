import { create, type StateCreator } from 'zustand'
import type { AuthIo } from '#src/io/firebase/auth.ts'
import { parseSession, sessionText, type SessionUser } from '#src/io/session.ts'
import { browserStorage, isSharedDevice, LEAVING, SESSION, type KeptItems } from '#src/io/storage.ts'
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
  readonly share: (shared: boolean) => void
  /** Takes what this tab or device remembers of its session; before, it is a new device's. */
  readonly recall: () => void
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
const LEAVES_WITHIN_MS = 1500

/** Who is signed in. Every action rejects with the provider's error. */
export const authState =
  (io: () => Promise<AuthIo>, { read, write, remove }: KeptItems, isShared: () => boolean): StateCreator<AuthState> =>
  (set, get) => {
    const door = async () => {
      const opened = await io()
      await leaving.catch(() => {})
      await opened.share(get().shared)
      return opened
    }
    /** Signing out, as the identity service does it. */
    let leaving: Promise<void> = Promise.resolve()
    const leave = (done: Promise<void>): Promise<void> => (leaving = done.then(() => remove(LEAVING)))
    return {
      status: 'resolving',
      user: null,
      shared: false,
      recall() {
        const user = parseSession(read(SESSION))
        set({ shared: isShared(), ...(user && { user, status: 'signedIn' }) })
      },
      share: (wanted) => set({ shared: wanted }),
      async start() {
        const { watchUser, signOut } = await io()
        // A page was closed before the service had done it.
        if (read(LEAVING) !== null) leave(signOut()).catch(() => {})
        watchUser((known) => {
          const user = read(LEAVING) === null ? known : null
          if (user) write(SESSION, sessionText(user))
          else remove(SESSION)
          set({ user, status: user ? 'signedIn' : 'signedOut' })
        })
      },
      signIn: async (email, password) => (await door()).signIn(email, password),
      createAccount: async (email, password) => (await door()).createAccount(email, password),
      signInWithGoogle: async () => (await door()).signInWithGoogle(),
      sendPasswordReset: async (email) => (await io()).sendPasswordReset(email),
      async signOut() {
        write(LEAVING, 'true')
        const left = leave(io().then((opened) => opened.signOut()))
        try {
          await Promise.race([left, new Promise((resolve) => setTimeout(resolve, LEAVES_WITHIN_MS))])
        } catch (error) {
          remove(LEAVING)
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
useAuth.getState().recall()
