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
import { firestoreLite } from './firstPage.ts'
import { parseEntryDocument } from '#domain/entry/storedEntry.ts'

const PAGE_SIZE = 200
/** Firestore's limit of values in one `in` filter. */
const MAX_IDS_PER_QUERY = 30

/** Returns the time of the journal's last change, in milliseconds since 1970; 0 for an empty journal. */
export async function readNewestChange(uid: string): Promise<number> {
  assertOnline()
  // Excludes documents whose `lastUpdated` is not a time. Firestore sorts values of other types before or after all
  // times.
  const isTime = where('lastUpdated', '>=', Timestamp.fromMillis(EARLIEST_MS))
  const { docs } = await getDocs(
    query(collection(firestoreLite(), ...logsPath(uid)), isTime, orderBy('lastUpdated', 'desc'), limit(1)),
  )
  const [found] = docs
  return found ? (parseEntryDocument(found.id, found.data(), false).lastUpdated ?? 0) : 0
}

/**
 * Reads all entries that were changed at or after `since`, including deleted entries, in pages. If `since` is null,
 * reads the whole journal, ordered by id. Uses Firestore Lite, because it bypasses the cache. Otherwise this read could
 * remove the entries on the screen from the cache.
 * @param since milliseconds since 1970
 */
export async function* readChanges(uid: string, since: number | null): AsyncIterable<readonly LogEntry[]> {
  assertOnline()
  const logs = collection(firestoreLite(), ...logsPath(uid))
  const all =
    since === null
      ? query(logs, orderBy(documentId()))
      : query(logs, where('lastUpdated', '>=', Timestamp.fromMillis(since)), orderBy('lastUpdated'))
  for await (const docs of pagesOf(all, PAGE_SIZE))
    yield docs.map((found) => parseEntryDocument(found.id, found.data(), false))
}

/**
 * Returns how many of these entries the server has, including deleted entries. Firestore bills one read per query, and
 * a query counts up to thirty ids.
 */
export async function countExisting(uid: string, ids: readonly string[]): Promise<number> {
  assertOnline()
  let count = 0
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_QUERY) {
    const some = where(documentId(), 'in', ids.slice(start, start + MAX_IDS_PER_QUERY))
    const found = await getCount(query(collection(firestoreLite(), ...logsPath(uid)), some, limit(MAX_IDS_PER_QUERY)))
    count += found.data().count
  }
  return count
}

/** Reads the ids of all entries of a journal, or of the entries in its trash, in pages. */
export async function* readEntryIds(
  uid: string,
  which: 'trash' | 'all',
  pageSize: number,
): AsyncIterable<readonly string[]> {
  assertOnline()
  const logs = collection(firestoreLite(), ...logsPath(uid))
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

/** Throws if the device is offline. Without this check, the browser would log an error for the failed request. */
function assertOnline(): void {
  if (!navigator.onLine) throw new Error('There is no network.')
}
