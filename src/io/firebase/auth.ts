import type { FirebaseApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  setPersistence,
  signInWithPopup,
  signOut,
  type Auth,
} from 'firebase/auth'
import type { SessionUser } from '#src/io/session.ts'
import { clearTabStorage, setSharedDevice } from '#src/io/sharedDevice.ts'
import { isSharedDevice } from '#src/io/storage.ts'
import { firebaseApp } from './client.ts'
import { localBackend } from './config.ts'
/**
 * The client of the identity service. An action that fails rejects with an error of Firebase Authentication. The error
 * has a `code`.
 */
export type AuthIo = {
  /**
   * Calls `onChange` with the signed-in user, or with null if there is none: first with the current user, then on every
   * change in any tab.
   */
  watchUser(onChange: (user: SessionUser | null) => void): () => void
  /** Sets whether the next session stores its data only until the tab closes (true) or on the device (false). */
  setShared(shared: boolean): Promise<void>
  signIn(email: string, password: string): Promise<void>
  createAccount(email: string, password: string): Promise<void>
  signInWithGoogle(): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  signOut(): Promise<void>
}

/** The Google account with which users sign in at the local backend. Google's popup does not work there. */
const LOCAL_GOOGLE_IDENTITY = {
  sub: 'local-google-user',
  email: 'google.user@example.com',
  email_verified: true,
  name: 'Google Test User',
}

const ON_DEVICE = [indexedDBLocalPersistence, browserLocalPersistence]

let auth: Auth | undefined
/**
 * Whether the page must be reloaded. This is the case if the user has chosen a different storage since the page
 * started.
 */
let isReloadNeeded = false

function sessionAuth(): Auth {
  if (auth) return auth
  // No popup resolver is passed here, so that Google's code loads only when a user signs in with Google.
  const persistence = isSharedDevice() ? browserSessionPersistence : ON_DEVICE
  auth = initializeAuth(firebaseApp(), { persistence })
  if (localBackend) connectAuthEmulator(auth, `http://${localBackend.auth}`, { disableWarnings: true })
  return auth
}

/**
 * Returns the Firebase app after initializing its session. Without the session, Firestore would treat the user as
 * signed out.
 */
export function firebaseAppWithSession(): FirebaseApp {
  sessionAuth()
  return firebaseApp()
}

/** Waits for the identity service. Resolves with true if this user is signed in. */
export async function isSignedIn(uid: string): Promise<boolean> {
  await sessionAuth().authStateReady()
  return sessionAuth().currentUser?.uid === uid
}

/**
 * Returns the token that authenticates the caller, or undefined if no user is signed in.
 * @param fresh requests a new token instead of using the cached one
 */
export async function bearerToken(fresh: boolean): Promise<string | undefined> {
  await sessionAuth().authStateReady()
  return sessionAuth().currentUser?.getIdToken(fresh)
}

export const authIo: AuthIo = {
  watchUser: (onChange) =>
    onAuthStateChanged(sessionAuth(), (user) => {
      onChange(user && { uid: user.uid, email: user.email ?? '', displayName: user.displayName ?? '' })
    }),
  async setShared(shared) {
    if (shared === isSharedDevice()) return
    isReloadNeeded = !isReloadNeeded
    setSharedDevice(shared)
    await setPersistence(sessionAuth(), shared ? browserSessionPersistence : indexedDBLocalPersistence)
  },
  async signIn(email, password) {
    await signInWithEmailAndPassword(sessionAuth(), email, password)
    reloadIfNeeded()
  },
  async createAccount(email, password) {
    await createUserWithEmailAndPassword(sessionAuth(), email, password)
    reloadIfNeeded()
  },
  async signInWithGoogle() {
    if (localBackend)
      await signInWithCredential(sessionAuth(), GoogleAuthProvider.credential(JSON.stringify(LOCAL_GOOGLE_IDENTITY)))
    else await signInWithPopup(sessionAuth(), new GoogleAuthProvider(), browserPopupRedirectResolver)
    reloadIfNeeded()
  },
  async sendPasswordReset(email) {
    await sendPasswordResetEmail(sessionAuth(), email)
  },
  async signOut() {
    await signOut(sessionAuth())
    if (isSharedDevice()) clearTabStorage()
  },
}

/**
 * Reloads the page if the user has chosen another storage. The page has already read its data from the previous
 * storage.
 */
function reloadIfNeeded(): void {
  if (isReloadNeeded) location.reload()
}
