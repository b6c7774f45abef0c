import type { FirebaseOptions } from 'firebase/app'

/** The addresses of the local backend's services, as `host:port`. */
type LocalBackend = { readonly firestore: string; readonly auth: string; readonly functions: string }

/**
 * The local backend; undefined in a build for a real project. `npm start` and the tests set the environment variables.
 */
export const localBackend: LocalBackend | undefined = import.meta.env.VITE_LOCAL_FIRESTORE
  ? {
      firestore: import.meta.env.VITE_LOCAL_FIRESTORE,
      auth: import.meta.env.VITE_LOCAL_AUTH ?? '',
      functions: import.meta.env.VITE_LOCAL_FUNCTIONS ?? '',
    }
  : undefined

/** The configuration of the real Firebase project, or of the local demo project. */
export const firebaseOptions: FirebaseOptions = localBackend
  ? { apiKey: 'local', projectId: 'demo-sitrep', appId: 'local', messagingSenderId: 'local' }
  : {
      apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
      authDomain: import.meta.env.VITE_FIREBASE_AUTH_DOMAIN,
      projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID,
      storageBucket: import.meta.env.VITE_FIREBASE_STORAGE_BUCKET,
      messagingSenderId: import.meta.env.VITE_FIREBASE_MESSAGING_SENDER_ID,
      appId: import.meta.env.VITE_FIREBASE_APP_ID,
    }
