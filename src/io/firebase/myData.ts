import {
  collection,
  doc,
  documentId,
  getDoc,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
  type DocumentData,
  type Query,
} from 'firebase/firestore/lite'
import { MAX_LISTED_FAVORITES } from '#domain/radio/favorites.ts'
import { FAVORITES_PATH, logsPath, settingsPath, userPath } from '#domain/paths.ts'
import { firestoreOf } from './firstPage.ts'

/**
 * All documents of a user as they are stored, including invalid ones. Times have the form `2026-11-16T07:42:00.000Z`.
 */
export type MyData = {
  readonly profile: unknown
  readonly settings: unknown
  /** All entries, including deleted ones. */
  readonly logs: readonly unknown[]
  readonly favorites: readonly unknown[]
}

/** The largest number of entries per query that the security rules allow. */
const MAX_DOCUMENTS_PER_QUERY = 500

export type MyDataIo = {
  /** Reads all data from the server. `onRead` receives the number of entries read so far. */
  read(uid: string, onRead: (entries: number) => void): Promise<MyData>
}

export const myDataIo: MyDataIo = {
  async read(uid, onRead) {
    const db = await firestoreOf(uid)
    const [profile, settings] = await Promise.all(
      [userPath(uid), settingsPath(uid)].map((path) => getDoc(doc(db, path.join('/')))),
    )
    const favorites = query(collection(db, ...FAVORITES_PATH), where('userId', '==', uid), orderBy('dateAdded', 'desc'))
    return {
      profile: toPlainValue(profile?.data()),
      settings: toPlainValue(settings?.data()),
      favorites: await readAll(favorites, MAX_LISTED_FAVORITES),
      logs: await readAll(
        query(collection(db, ...logsPath(uid)), orderBy(documentId())),
        MAX_DOCUMENTS_PER_QUERY,
        onRead,
      ),
    }
  },
}

async function readAll(all: Query, pageSize: number, onRead?: (read: number) => void): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (let page = query(all, limit(pageSize)); ;) {
    const { docs } = await getDocs(page)
    found.push(...docs.map((one) => ({ ...toPlainFields(one.data()), id: one.id })))
    onRead?.(found.length)
    const last = docs.at(-1)
    if (!last || docs.length < pageSize) return found
    page = query(all, startAfter(last), limit(pageSize))
  }
}

const toPlainFields = (data: DocumentData) =>
  Object.fromEntries(Object.entries(data).map(([key, value]): [string, unknown] => [key, toPlainValue(value)]))

function toPlainValue(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString()
  if (Array.isArray(value)) return value.map(toPlainValue)
  return typeof value === 'object' && value !== null ? toPlainFields(value) : (value ?? null)
}
