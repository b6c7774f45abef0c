import {
  collection,
  documentId,
  getCount,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite'
import { EARLIEST_MS } from '#domain/clock.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { logsPath } from '#domain/paths.ts'
import { lightFirestore } from './firstPage.ts'
import { logOf } from './logDocument.ts'

const PAGE_SIZE = 200
/** The most values that the database takes in one `in`. */
const MAX_IDS_PER_QUERY = 30

/** When anything of a journal was last changed, in milliseconds since 1970; 0 for an empty one. */
export async function readNewestChange(uid: string): Promise<number> {
  assertOnline()
  // Any other type than a time would be ordered before all times.
  const isTime = where('lastUpdated', '>=', Timestamp.fromMillis(EARLIEST_MS))
  const { docs } = await getDocs(
    query(collection(lightFirestore(), ...logsPath(uid)), isTime, orderBy('lastUpdated', 'desc'), limit(1)),
  )
  const [found] = docs
  return found ? (logOf(found.id, found.data(), false).lastUpdated ?? 0) : 0
}

/**
 * Everything of a journal that was changed at a time or after it, deleted entries too, in pages; all of it, in no
 * order, for null. Read through the database's light build: it goes past the cache, which keeps what is on the screen.
 * @param since milliseconds since 1970
 */
export async function* readChanges(uid: string, since: number | null): AsyncIterable<readonly LogEntry[]> {
  assertOnline()
  const logs = collection(lightFirestore(), ...logsPath(uid))
  const all =
    since === null
      ? query(logs, orderBy(documentId()))
      : query(logs, where('lastUpdated', '>=', Timestamp.fromMillis(since)), orderBy('lastUpdated'))
  for await (const docs of pagesOf(all, PAGE_SIZE)) yield docs.map((found) => logOf(found.id, found.data(), false))
}

/** How many of these entries the server has, deleted ones too. Thirty are one read. */
export async function countOf(uid: string, ids: readonly string[]): Promise<number> {
  assertOnline()
  let count = 0
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_QUERY) {
    const some = where(documentId(), 'in', ids.slice(start, start + MAX_IDS_PER_QUERY))
    const found = await getCount(query(collection(lightFirestore(), ...logsPath(uid)), some, limit(MAX_IDS_PER_QUERY)))
    count += found.data().count
  }
  return count
}

/**
 * The ids of a journal, or of what is in its trash, in pages.
 * @param pageSize on a page
 */
export async function* readIds(
  uid: string,
  which: 'trash' | 'all',
  pageSize: number,
): AsyncIterable<readonly string[]> {
  assertOnline()
  const logs = collection(lightFirestore(), ...logsPath(uid))
  const those = which === 'trash' ? where('deleted', '==', true) : orderBy(documentId())
  for await (const docs of pagesOf(query(logs, those), pageSize)) yield docs.map(({ id }) => id)
}

async function* pagesOf(all: Query, pageSize: number): AsyncIterable<readonly QueryDocumentSnapshot[]> {
  let last: readonly QueryDocumentSnapshot[] = []
  for (;;) {
    const { docs } = await getDocs(query(all, ...last.map((found) => startAfter(found)), limit(pageSize)))
    if (docs.length > 0) yield docs
    if (docs.length < pageSize) return
    last = docs.slice(-1)
  }
}

/** A try without a network would only fill the console. */
function assertOnline(): void {
  if (!navigator.onLine) throw new Error('There is no network.')
}
