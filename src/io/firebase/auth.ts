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
import { clearTab, setSharedDevice } from '#src/io/sharedDevice.ts'
import { isSharedDevice } from '#src/io/storage.ts'
import { firebaseApp } from './client.ts'
import { localBackend } from './config.ts'
/** The client of the identity service. Every action rejects with the provider's error, which has a `code`. */
export type AuthIo = {
  /** Calls back with the user, or null, now and on every change, including changes in other tabs. */
  watchUser(onChange: (user: SessionUser | null) => void): () => void
  /** Sets whether the next session stores its data until the tab closes, or on the device. */
  setShared(shared: boolean): Promise<void>
  signIn(email: string, password: string): Promise<void>
  createAccount(email: string, password: string): Promise<void>
  signInWithGoogle(): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  signOut(): Promise<void>
}

/** Google's popup does not work with the local backend, so this identity signs in through the emulator. */
const LOCAL_GOOGLE_IDENTITY = {
  sub: 'local-google-user',
  email: 'google.user@example.com',
  email_verified: true,
  name: 'Google Test User',
}

const ON_DEVICE = [indexedDBLocalPersistence, browserLocalPersistence]

let auth: Auth | undefined
/** True when the user chose another storage than the one this page started with. */
let isReloadNeeded = false

function sessionAuth(): Auth {
  if (auth) return auth
  // Without a popup resolver here, no code of Google's loads before a user signs in with Google.
  const persistence = isSharedDevice() ? browserSessionPersistence : ON_DEVICE
  auth = initializeAuth(firebaseApp(), { persistence })
  if (localBackend) connectAuthEmulator(auth, `http://${localBackend.auth}`, { disableWarnings: true })
  return auth
}

/** Returns the Firebase app with its session. Without the session, the database would treat the user as signed out. */
export function sessionApp(): FirebaseApp {
  sessionAuth()
  return firebaseApp()
}

/** Resolves with whether the identity service has this user signed in. */
export async function isSignedIn(uid: string): Promise<boolean> {
  await sessionAuth().authStateReady()
  return sessionAuth().currentUser?.uid === uid
}

/**
 * Returns the token that authenticates the caller, or undefined if no user is signed in. @param fresh skips the cached
 * token
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
    if (isSharedDevice()) clearTab()
  },
}

/** Reloads because everything was read from the other storage. */
function reloadIfNeeded(): void {
  if (isReloadNeeded) location.reload()
}
