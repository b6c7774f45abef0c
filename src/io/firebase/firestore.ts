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
  CACHE_TO_CLEAR_KEY,
  CACHED_UID_KEY,
  hasDatabases,
  canUseDatabases,
  readItem,
  removeItem,
  writeItem,
} from '#src/io/storage.ts'
import { firebaseAppWithSession } from './auth.ts'
import { localBackend } from './config.ts'

let db: Firestore | undefined
let clearing: Promise<void> = Promise.resolve()

/**
 * Returns the database. Data is cached on the device, in a cache that all tabs share. If this device may not store
 * data, each tab caches data in memory.
 */
export function firestore(): Firestore {
  if (db) return db
  const localCache = canUseDatabases()
    ? persistentLocalCache({ tabManager: persistentMultipleTabManager() })
    : memoryLocalCache()
  const opened = initializeFirestore(firebaseAppWithSession(), { localCache })
  // This handler runs before the handler of the SDK. The SDK would write to the database of a frozen page and log an
  // error.
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
 * Removes the cached data of a user who has signed out. If another tab still has the cache open, `finishCacheClearing`
 * clears the cache later.
 */
export function clearFirestoreCache(): Promise<void> {
  const closing = firestore()
  db = undefined
  if (hasDatabases()) {
    writeItem(CACHE_TO_CLEAR_KEY, 'true')
    removeItem(CACHED_UID_KEY)
  }
  // If the device's databases do not respond, the cache is cleared at the next start.
  if (!canUseDatabases()) return (clearing = terminate(closing))
  clearing = Promise.all([terminate(closing), clearing.catch(() => {})])
    .then(() => clearIndexedDbPersistence(closing))
    .then(() => removeItem(CACHE_TO_CLEAR_KEY))
  return clearing
}

/**
 * Waits while the cache is being cleared. If another tab prevented an earlier attempt to clear the cache, tries again.
 * Must be awaited before the first use of the database.
 */
export async function finishCacheClearing(): Promise<void> {
  // If the cache is cleared again during the wait, waits for that too. Otherwise the database could be deleted while a
  // caller opens it.
  let waitedFor: Promise<void>
  do {
    waitedFor = clearing
    await waitedFor.catch(() => {})
  } while (waitedFor !== clearing)
  if (readItem(CACHE_TO_CLEAR_KEY) === null) return
  await clearFirestoreCache().catch(() => {
    // Another tab still has the cache open. `CACHE_TO_CLEAR_KEY` stays set, so the next start tries again.
  })
}
