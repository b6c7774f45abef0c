import * as z from 'zod/mini'
import { firebaseOptions } from '#src/io/firebase/config.ts'
import { whileLocked } from '#src/io/locks.ts'
import {
  CACHE_TO_CLEAR_KEY,
  canUseDatabases,
  hasDatabases,
  readItem,
  removeItem,
  storedKeys,
  writeItem,
} from '#src/io/storage.ts'
import { outboxLock } from '#src/io/journal/databaseName.ts'

/*
 * Until version 1.5.0, the Firestore SDK kept the journal, and the writes that the server had not confirmed, in a
 * database of its own. This module sends these writes once, and deletes the database.
 */

/** Returns the name of the cache, which the SDK derives from the names of the app and of the project. */
export const firestoreCacheName = (): string => `firestore/[DEFAULT]/${firebaseOptions.projectId}/main`
/** The SDK's keys in localStorage start with this text. */
const SDK_KEYS = 'firestore_'
/** The object store of the writes that the server has not confirmed, of all users. */
const WRITES = 'mutations'

/** The new journal sends its changes after the earlier writes, but waits no longer than this for an online device. */
const LEAD_MS = 30_000
const RETRY_MS = 60_000

/** The name of the lock that a tab has until the earlier writes are sent. */
export const earlierWritesLock = (uid: string): string => `earlierWrites:${uid}`

type MigrationDeps = {
  /** Resolves when the page may use the network and the processor without disturbing the user. */
  readonly whenIdle: () => Promise<void>
  /** Loads the SDK and sends the writes of the cache. Resolves when the server has answered all of them. */
  readonly sendWrites: () => Promise<void>
}

/**
 * Sends the writes of an earlier version of the app that the server has not confirmed, then deletes the cache of that
 * version. While the device is offline, waits. Without such a cache, does nothing.
 */
export async function migrateFirestoreCache(
  uid: string,
  signal: AbortSignal,
  { whenIdle, sendWrites }: MigrationDeps,
): Promise<void> {
  if (!(await hasCache())) return
  await whileLocked(earlierWritesLock(uid), async () => {
    // The user who has made these writes has signed out.
    const isDiscarded = readItem(CACHE_TO_CLEAR_KEY) !== null
    const sending = isDiscarded ? Promise.resolve() : sendAll(uid, signal, { whenIdle, sendWrites })
    const lead = whenOnline(signal).then(() => delay(LEAD_MS, signal))
    // The new journal holds the same lock while it sends. An earlier write must not undo a later change.
    await whileLocked(outboxLock(uid), () => Promise.race([sending, lead]))
    await sending
    if (!signal.aborted) await deleteFirestoreCache()
  })
}

async function sendAll(uid: string, signal: AbortSignal, { whenIdle, sendWrites }: MigrationDeps): Promise<void> {
  while (!signal.aborted && (await hasWrites(uid))) {
    await whenOnline(signal)
    await whenIdle()
    if (signal.aborted) return
    try {
      await sendWrites()
    } catch (error) {
      console.warn('The changes that an earlier version has stored are sent later.', error)
    }
    // If the SDK cannot open the cache, it sends nothing, and reports no error.
    if (await hasWrites(uid)) await delay(RETRY_MS, signal)
  }
}

/** Deletes the cache, and everything that the SDK has stored besides. */
export async function deleteFirestoreCache(): Promise<void> {
  if (!(await hasCache())) return
  // If the page closes before the browser has deleted the cache, the next start deletes it.
  writeItem(CACHE_TO_CLEAR_KEY, 'true')
  await answered(indexedDB.deleteDatabase(firestoreCacheName()))
  for (const key of storedKeys()) if (key.startsWith(SDK_KEYS)) removeItem(key)
  removeItem(CACHE_TO_CLEAR_KEY)
}

async function hasCache(): Promise<boolean> {
  if (!hasDatabases() || !canUseDatabases()) return false
  const databases = await indexedDB.databases().catch(() => [])
  return databases.some(({ name }) => name === firestoreCacheName())
}

const Writes = z.array(z.object({ userId: z.string() }))

/** Whether the cache has writes of this user that the server has not confirmed. */
async function hasWrites(uid: string): Promise<boolean> {
  const opening = indexedDB.open(firestoreCacheName())
  // The cache was deleted in the meantime. Without this, the browser would create an empty database.
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
  const db = await answered(opening).catch(() => undefined)
  if (!db) return false
  try {
    if (!db.objectStoreNames.contains(WRITES)) return false
    const writes = await answered(db.transaction(WRITES).objectStore(WRITES).getAll())
    return Writes.parse(writes).some(({ userId }) => userId === uid)
  } finally {
    db.close()
  }
}

const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database does not answer.')))
  })

/** Resolves when the device is online, or when the signal is aborted. */
const whenOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    window.addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Resolves after this time, or when the signal is aborted. */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
