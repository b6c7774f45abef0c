import { create, type StateCreator } from 'zustand'
import type { AuthIo, SessionUser } from '#src/io/firebase/auth.ts'
import { isSharedDevice } from '#src/io/storage.ts'

export type AuthState = {
  /** `resolving` until the device's session has been looked at. */
  readonly status: 'resolving' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  /** A session keeps nothing on the device. */
  readonly shared: boolean
  /** Chooses that for the next one. */
  readonly share: (shared: boolean) => void
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
  (io: () => Promise<AuthIo>, shared: boolean): StateCreator<AuthState> =>
  (set, get) => {
    const door = async () => {
      const opened = await io()
      await opened.share(get().shared)
      return opened
    }
    return {
      status: 'resolving',
      user: null,
      shared,
      share: (wanted) => set({ shared: wanted }),
      async start() {
        const { watchUser } = await io()
        watchUser((user) => set({ user, status: user ? 'signedIn' : 'signedOut' }))
      },
      signIn: async (email, password) => (await door()).signIn(email, password),
      createAccount: async (email, password) => (await door()).createAccount(email, password),
      signInWithGoogle: async () => (await door()).signInWithGoogle(),
      sendPasswordReset: async (email) => (await io()).sendPasswordReset(email),
      signOut: async () => (await io()).signOut(),
    }
  }

export const useAuth = create(
  authState(async () => (await import('#src/io/firebase/auth.ts')).authIo, isSharedDevice()),
)
