import {
  clearIndexedDbPersistence,
  connectFirestoreEmulator,
  initializeFirestore,
  memoryLocalCache,
  persistentLocalCache,
  persistentMultipleTabManager,
  terminate,
  type Firestore,
} from 'firebase/firestore'
import { isStorageOpen, readItem, removeItem, writeItem } from '#src/io/storage.ts'
import { firebaseApp } from './client.ts'
import { localBackend } from './config.ts'

/** Set while a signed-out person's cache still lies on the device, because another tab held it open. */
const CACHE_TO_CLEAR = 'firestoreCacheToClear'

let db: Firestore | undefined

/** The database, with a cache on the device that all tabs share; in memory where the browser blocks storage. */
export function firestore(): Firestore {
  if (db) return db
  const localCache = isStorageOpen()
    ? persistentLocalCache({ tabManager: persistentMultipleTabManager() })
    : memoryLocalCache()
  db = initializeFirestore(firebaseApp(), { localCache })
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
export async function clearFirestoreCache(): Promise<void> {
  const closing = firestore()
  db = undefined
  writeItem(CACHE_TO_CLEAR, 'true')
  await terminate(closing)
  await clearIndexedDbPersistence(closing)
  removeItem(CACHE_TO_CLEAR)
}

/** Finishes a clearing that another tab prevented. To be awaited before the first use of the database. */
export async function finishClearing(): Promise<void> {
  if (readItem(CACHE_TO_CLEAR) === null) return
  await clearFirestoreCache().catch(() => {
    // Still open elsewhere: the mark stays and the next start tries again.
  })
}
