import { initializeApp, type FirebaseApp } from 'firebase/app'
import { firebaseOptions } from './config.ts'

let app: FirebaseApp | undefined

/** Returns the page's only Firebase app. */
export const firebaseApp = (): FirebaseApp => (app ??= initializeApp(firebaseOptions))
