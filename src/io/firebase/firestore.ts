import {
  clearIndexedDbPersistence,
  connectFirestoreEmulator,
  initializeFirestore,
  memoryLocalCache,
  persistentLocalCache,
  persistentMultipleTabManager,
  setLogLevel,
  terminate,
  type Firestore,
} from 'firebase/firestore'
import { onFreeze } from '#src/io/frozenPage.ts'
import {
  CACHE_TO_CLEAR,
  CACHED_FOR,
  hasDatabases,
  canUseDatabases,
  readItem,
  removeItem,
  writeItem,
} from '#src/io/storage.ts'
import { sessionApp } from './auth.ts'
import { localBackend } from './config.ts'

let db: Firestore | undefined
let clearing: Promise<void> = Promise.resolve()

/** The database, with a cache on the device that all tabs share; in memory where nothing may be kept. */
export function firestore(): Firestore {
  if (db) return db
  const localCache = canUseDatabases()
    ? persistentLocalCache({ tabManager: persistentMultipleTabManager() })
    : memoryLocalCache()
  const opened = initializeFirestore(sessionApp(), { localCache })
  // Before the SDK hears of it, which would write to the database of a frozen page and report that as a fault.
  onFreeze(() => {
    setLogLevel('silent')
    void terminate(opened).catch(() => {})
  })
  db = opened
  if (localBackend) {
    const [host = '', port = ''] = localBackend.firestore.split(':')
    connectFirestoreEmulator(db, host, Number(port))
  }
  return db
}

/**
 * Removes everything the device holds of the person who signed out. Where another tab still has the cache open it is
 * cleared before the next use instead.
 */
export function clearFirestoreCache(): Promise<void> {
  const closing = firestore()
  db = undefined
  if (hasDatabases()) {
    writeItem(CACHE_TO_CLEAR, 'true')
    removeItem(CACHED_FOR)
  }
  // One that does not answer is cleared at the next start.
  if (!canUseDatabases()) return (clearing = terminate(closing))
  clearing = Promise.all([terminate(closing), clearing.catch(() => {})])
    .then(() => clearIndexedDbPersistence(closing))
    .then(() => removeItem(CACHE_TO_CLEAR))
  return clearing
}

/** Waits for a clearing under way and finishes one that another tab prevented. To be awaited before the first use. */
export async function finishClearing(): Promise<void> {
  // One that began meanwhile would remove a database that is opened now from under whoever uses it.
  let waitedFor: Promise<void>
  do {
    waitedFor = clearing
    await waitedFor.catch(() => {})
  } while (waitedFor !== clearing)
  if (readItem(CACHE_TO_CLEAR) === null) return
  await clearFirestoreCache().catch(() => {
    // Still open elsewhere: the mark stays and the next start tries again.
  })
}
