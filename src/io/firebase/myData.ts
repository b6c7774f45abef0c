import {
  collection,
  doc,
  documentId,
  getDocFromServer,
  getDocsFromServer,
  orderBy,
  query,
  Timestamp,
  where,
  type DocumentData,
  type Query,
} from 'firebase/firestore'
import { MAX_LISTED_FAVORITES } from '#domain/radio/favorites.ts'
import { FAVORITES_PATH, logsPath, settingsPath, userPath } from '#domain/paths.ts'
import { firestore } from './firestore.ts'
import { MAX_DOCUMENTS_PER_QUERY, pagesOf } from './pages.ts'

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

export type MyDataIo = {
  /** Reads all data from the server. `onRead` receives the number of entries read so far. */
  read(uid: string, onRead: (entries: number) => void): Promise<MyData>
}

export const myDataIo: MyDataIo = {
  async read(uid, onRead) {
    const db = firestore()
    const [profile, settings] = await Promise.all(
      [userPath(uid), settingsPath(uid)].map((path) => getDocFromServer(doc(db, path.join('/')))),
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
  for await (const page of pagesOf(all, pageSize, getDocsFromServer)) {
    found.push(...page.map((one) => ({ ...toPlainFields(one.data({ serverTimestamps: 'estimate' })), id: one.id })))
    onRead?.(found.length)
  }
  return found
}

const toPlainFields = (data: DocumentData) =>
  Object.fromEntries(Object.entries(data).map(([key, value]): [string, unknown] => [key, toPlainValue(value)]))

function toPlainValue(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString()
  if (Array.isArray(value)) return value.map(toPlainValue)
  return typeof value === 'object' && value !== null ? toPlainFields(value) : (value ?? null)
}
