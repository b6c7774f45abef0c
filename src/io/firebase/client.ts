import { initializeApp, type FirebaseApp } from 'firebase/app'
import { firebaseOptions } from './config.ts'

let app: FirebaseApp | undefined

/** The one Firebase app of this page. */
export const firebaseApp = (): FirebaseApp => (app ??= initializeApp(firebaseOptions))
