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
import type { LogEntry } from '#domain/log.ts'
import { logsPath, userPath } from '#domain/paths.ts'
import { sessionApp } from './auth.ts'
import { localBackend } from './config.ts'
import { logOf } from './logDocument.ts'
import { frequencyOf } from './profileDocument.ts'

let db: Firestore | undefined

/**
 * The newest entries, read once through the database's light build, a quarter of the other's size: on a device that
 * holds nothing yet they show before the database itself has been loaded.
 */
export async function readFirstPage(uid: string, most: number): Promise<readonly LogEntry[]> {
  const newest = query(
    collection(lightFirestore(), ...logsPath(uid)),
    where('deleted', '==', false),
    orderBy('timestamp', 'desc'),
    limit(most),
  )
  return (await getDocs(newest)).docs.map((found) => logOf(found.id, found.data(), false))
}

/** The stored frequency, read once on a device that does not remember it; undefined for none. */
export async function readFrequencyFirst(uid: string): Promise<number | undefined> {
  return frequencyOf((await getDoc(doc(lightFirestore(), ...userPath(uid)))).data())
}

export function lightFirestore(): Firestore {
  if (db) return db
  db = getFirestore(sessionApp())
  if (localBackend) {
    const [host = '', port = ''] = localBackend.firestore.split(':')
    connectFirestoreEmulator(db, host, Number(port))
  }
  return db
}
