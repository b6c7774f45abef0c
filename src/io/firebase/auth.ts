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
/** The door to the identity service. Every action rejects with the provider's error, which carries a `code`. */
export type AuthIo = {
  /** Calls back with the user, or null, now and on every change, other tabs' included. */
  watchUser(onChange: (user: SessionUser | null) => void): () => void
  /** What follows keeps its session, and everything else, on the device or only as long as the tab is open. */
  setShared(shared: boolean): Promise<void>
  signIn(email: string, password: string): Promise<void>
  createAccount(email: string, password: string): Promise<void>
  signInWithGoogle(): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  signOut(): Promise<void>
}

/** On the local backend Google's popup cannot be reached: this identity signs in through the emulator instead. */
const LOCAL_GOOGLE_IDENTITY = {
  sub: 'local-google-user',
  email: 'google.user@example.com',
  email_verified: true,
  name: 'Google Test User',
}

const ON_DEVICE = [indexedDBLocalPersistence, browserLocalPersistence]

let auth: Auth | undefined
/** Who enters has chosen another place for what is kept than this page began with. */
let isReloadNeeded = false

function sessionAuth(): Auth {
  if (auth) return auth
  // Without a popup resolver here, nothing of Google's is loaded until somebody signs in with Google.
  const persistence = isSharedDevice() ? browserSessionPersistence : ON_DEVICE
  auth = initializeAuth(firebaseApp(), { persistence })
  if (localBackend) connectAuthEmulator(auth, `http://${localBackend.auth}`, { disableWarnings: true })
  return auth
}

/** The app with its session: without one, the database would take whoever asks for a stranger. */
export function sessionApp(): FirebaseApp {
  sessionAuth()
  return firebaseApp()
}

/** Whether this is who the identity service says is signed in, once it says so. */
export async function isSignedIn(uid: string): Promise<boolean> {
  await sessionAuth().authStateReady()
  return sessionAuth().currentUser?.uid === uid
}

/** Shows the functions who is calling; undefined where nobody is signed in. @param fresh not one that is kept */
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

/** Everything that is kept has been read from the other place. */
function reloadIfNeeded(): void {
  if (isReloadNeeded) location.reload()
}
