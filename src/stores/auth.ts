import { create, type StateCreator } from 'zustand'
import type { AuthIo, SessionUser } from '#src/io/firebase/auth.ts'
import { parseSession, sessionText } from '#src/io/session.ts'
import { browserStorage, isSharedDevice, SESSION, type KeptItems } from '#src/io/storage.ts'
import { nextTask } from '#src/io/tasks.ts'

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
  readonly signOut: () => Promise<void>
}

/** Who is signed in. Every action rejects with the provider's error. */
export const authState =
  (io: () => Promise<AuthIo>, { read, write, remove }: KeptItems, isShared: () => boolean): StateCreator<AuthState> =>
  (set, get) => {
    const door = async () => {
      const opened = await io()
      await opened.share(get().shared)
      return opened
    }
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
        const { watchUser } = await io()
        watchUser((user) => {
          if (user) write(SESSION, sessionText(user))
          else remove(SESSION)
          set({ user, status: user ? 'signedIn' : 'signedOut' })
        })
      },
      signIn: async (email, password) => (await door()).signIn(email, password),
      createAccount: async (email, password) => (await door()).createAccount(email, password),
      signInWithGoogle: async () => (await door()).signInWithGoogle(),
      sendPasswordReset: async (email) => (await io()).sendPasswordReset(email),
      signOut: async () => (await io()).signOut(),
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
