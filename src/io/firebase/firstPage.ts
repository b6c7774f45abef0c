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
import { FIRST_LIST_SIZE } from '#domain/entry/pages.ts'
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
  const pageSize = FIRST_LIST_SIZE
  const entries = isSignedIn(uid).then((isSameUser) => (isSameUser ? fetchNewest(uid, pageSize) : undefined))
  begun = { uid, most: pageSize, entries }
  // The caller of `readFirstPage` handles the error.
  entries.catch(() => {})
}

/**
 * Reads the newest entries once, before the journal has loaded, so that a device without a journal can show entries
 * early.
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
 * Reads the user's frequency and theme. On a device that stores neither, the app waits for both values, so that the
 * screen does not briefly show a wrong theme. The code is here because it loads before the journal.
 */
export async function readFrequencyAndTheme(uid: string): Promise<StoredFrequencyAndTheme> {
  const firestore = await firestoreOf(uid)
  const [profile, settings] = await Promise.all([
    getDoc(doc(firestore, ...userPath(uid))),
    getDoc(doc(firestore, ...settingsPath(uid))),
  ])
  const { frequencyOf, themeOf } = await import('./profileDocument.ts')
  return { frequency: frequencyOf(profile.data()), theme: themeOf(settings.data()) }
}

/** A request without an answer after this time counts as failed. */
const ANSWER_TIMEOUT_MS = 30_000

/** Rejects with a `TimeoutError` if the server does not answer in time. The SDK itself waits without a limit. */
export const withTimeout = <Result>(request: Promise<Result>): Promise<Result> =>
  Promise.race([
    request,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new DOMException('The database does not answer.', 'TimeoutError')), ANSWER_TIMEOUT_MS)
    }),
  ])

/**
 * Returns the database as soon as the identity service has confirmed the user. An earlier request would be rejected.
 * Rejects if another user is signed in, or none, and if the device is offline, because the browser would log an error.
 */
export async function firestoreOf(uid: string): Promise<Firestore> {
  if (!navigator.onLine) throw new Error('There is no network.')
  if (!(await isSignedIn(uid))) throw new Error('The user is not signed in.')
  return firestoreLite()
}

function firestoreLite(): Firestore {
  if (db) return db
  db = getFirestore(firebaseAppWithSession())
  if (localBackend) {
    const [host = '', port = ''] = localBackend.firestore.split(':')
    connectFirestoreEmulator(db, host, Number(port))
  }
  return db
}
