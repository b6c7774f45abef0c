import {
  collection,
  connectFirestoreEmulator,
  doc,
  getDoc,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  where,
  type Firestore,
} from 'firebase/firestore/lite'
import type { LogEntry } from '#domain/entry/entry.ts'
import { sizeOfPage } from '#domain/entry/pages.ts'
import { logsPath, settingsPath, userPath } from '#domain/paths.ts'
import type { StoredFrequencyAndTheme } from './profileDocument.ts'
import { isSignedIn, firebaseAppWithSession } from './auth.ts'
import { localBackend } from './config.ts'

let db: Firestore | undefined
let begun:
  | { readonly uid: string; readonly most: number; readonly entries: Promise<readonly LogEntry[] | undefined> }
  | undefined

/**
 * Requests the first page of entries before the journal opens, as soon as the identity service has confirmed the user.
 */
export function prefetchFirstPage(uid: string): void {
  const pageSize = sizeOfPage(0)
  const entries = isSignedIn(uid).then((isSameUser) => (isSameUser ? fetchNewest(uid, pageSize) : undefined))
  begun = { uid, most: pageSize, entries }
  // The caller of `readFirstPage` handles the error.
  entries.catch(() => {})
}

/**
 * Reads the newest entries once, with Firestore Lite. Its size is a quarter of the size of the full SDK, so a device
 * without a cache can show the entries before the full SDK has loaded.
 */
export async function readFirstPage(uid: string, pageSize: number): Promise<readonly LogEntry[]> {
  const prefetchedEntries = begun?.uid === uid && begun.most === pageSize ? begun.entries : undefined
  begun = undefined
  return (await prefetchedEntries) ?? fetchNewest(uid, pageSize)
}

async function fetchNewest(uid: string, pageSize: number): Promise<readonly LogEntry[]> {
  const listedQuery = query(
    collection(firestoreLite(), ...logsPath(uid)),
    where('deleted', '==', false),
    orderBy('timestamp', 'desc'),
    limit(pageSize),
  )
  const { docs } = await getDocs(listedQuery)
  // `storedEntry.ts` is in the dashboard's code chunk, which loads later. The request above does not wait for that
  // chunk.
  const { parseEntryDocument } = await import('#domain/entry/storedEntry.ts')
  return docs.map((found) => parseEntryDocument(found.id, found.data(), false))
}

/**
 * Reads the user's frequency and theme on a device that stores no frequency and no theme. The app waits for both
 * values, so that the screen does not briefly show a wrong theme.
 */
export async function readDialOnNewDevice(uid: string): Promise<StoredFrequencyAndTheme> {
  const [profile, settings] = await Promise.all([
    getDoc(doc(firestoreLite(), ...userPath(uid))),
    getDoc(doc(firestoreLite(), ...settingsPath(uid))),
  ])
  const { frequencyOf, themeOf } = await import('./profileDocument.ts')
  return { frequency: frequencyOf(profile.data()), theme: themeOf(settings.data()) }
}

export function firestoreLite(): Firestore {
  if (db) return db
  db = getFirestore(firebaseAppWithSession())
  if (localBackend) {
    const [host = '', port = ''] = localBackend.firestore.split(':')
    connectFirestoreEmulator(db, host, Number(port))
  }
  return db
}
