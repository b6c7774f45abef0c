import { create, type StateCreator } from 'zustand'
import type { AuthIo } from '#src/io/firebase/auth.ts'
import { parseSession, sessionText, type SessionUser } from '#src/io/session.ts'
import { browserStorage, isSharedDevice, SIGNING_OUT_KEY, SESSION_KEY, type ItemStorage } from '#src/io/storage.ts'
import { nextTask } from '#src/boot/idle.ts'

export type AuthState = {
  /**
   * The status is `resolving` until it is known whether a user is signed in. A user with a stored session counts as
   * signed in until the identity service reports otherwise. The identity service needs the network.
   */
  readonly status: 'resolving' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  /** Whether the session stores no data on the device. */
  readonly shared: boolean
  /** Sets whether the next session stores no data on the device. */
  readonly setShared: (shared: boolean) => void
  /**
   * Restores the session stored in this tab or on this device. Before this call, the state is the same as on a new
   * device.
   */
  readonly restore: () => void
  /** Subscribes to the session. Called after the first render, because it loads the code of the identity service. */
  readonly start: () => Promise<void>
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly createAccount: (email: string, password: string) => Promise<void>
  readonly signInWithGoogle: () => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  /**
   * Signs out on this device immediately. The identity service has a separate session. While the service waits for
   * another call, removing that session can take up to a minute. If the page closes earlier, the next start of the app
   * removes the session.
   */
  readonly signOut: () => Promise<void>
}

/** How long signing out waits for the identity service. */
const SIGN_OUT_TIMEOUT_MS = 1500

/** The session of the user. An action that fails rejects with the error of the identity service. */
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
    const trackSignOut = (done: Promise<void>): Promise<void> =>
      (pendingSignOut = done.then(() => remove(SIGNING_OUT_KEY)))
    return {
      status: 'resolving',
      user: null,
      shared: false,
      restore() {
        const user = parseSession(read(SESSION_KEY))
        set({ shared: isShared(), ...(user && { user, status: 'signedIn' }) })
      },
      setShared: (wanted) => set({ shared: wanted }),
      async start() {
        const { watchUser, signOut } = await io()
        // SIGNING_OUT_KEY is still set if an earlier page was closed before the identity service had removed the
        // session.
        if (read(SIGNING_OUT_KEY) !== null) trackSignOut(signOut()).catch(() => {})
        watchUser((known) => {
          const user = read(SIGNING_OUT_KEY) === null ? known : null
          if (user) write(SESSION_KEY, sessionText(user))
          else remove(SESSION_KEY)
          set({ user, status: user ? 'signedIn' : 'signedOut' })
        })
      },
      signIn: async (email, password) => (await openAuth()).signIn(email, password),
      createAccount: async (email, password) => (await openAuth()).createAccount(email, password),
      signInWithGoogle: async () => (await openAuth()).signInWithGoogle(),
      sendPasswordReset: async (email) => (await io()).sendPasswordReset(email),
      async signOut() {
        write(SIGNING_OUT_KEY, 'true')
        const left = trackSignOut(io().then((opened) => opened.signOut()))
        try {
          await Promise.race([left, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
        } catch (error) {
          remove(SIGNING_OUT_KEY)
          throw error
        }
        // If signing out fails after the timeout, the error is ignored. The next start of the app tries again.
        left.catch(() => {})
        remove(SESSION_KEY)
        set({ user: null, status: 'signedOut' })
      },
    }
  }

export const useAuth = create(
  authState(
    async () => {
      const { authIo } = await import('#src/io/firebase/auth.ts')
      // Evaluating the code is a long task. Waiting for the next task lets the browser paint before the code continues.
      await nextTask()
      return authIo
    },
    browserStorage,
    isSharedDevice,
  ),
)

// The prerendered page has no session. `preferences.ts` explains why stored state is restored separately.
useAuth.getState().restore()
