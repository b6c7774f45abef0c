/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_LOCAL_FIRESTORE?: string
  readonly VITE_LOCAL_AUTH?: string
  readonly VITE_LOCAL_FUNCTIONS?: string
  readonly VITE_LOCAL_RADIO?: string
  readonly VITE_RADIO_CHANNELS_URL?: string
  readonly VITE_RADIO_SONGS_URL?: string
  readonly VITE_FIREBASE_API_KEY: string
  readonly VITE_FIREBASE_AUTH_DOMAIN: string
  readonly VITE_FIREBASE_PROJECT_ID: string
  readonly VITE_FIREBASE_STORAGE_BUCKET: string
  readonly VITE_FIREBASE_MESSAGING_SENDER_ID: string
  readonly VITE_FIREBASE_APP_ID: string
  readonly VITE_FIREBASE_VAPID_KEY?: string
  readonly VITE_ACCOUNT_RECOVERY_URL?: string
  readonly VITE_GEMINI_FAST_MODEL?: string
  readonly VITE_GEMINI_POWERFUL_MODEL?: string
}
