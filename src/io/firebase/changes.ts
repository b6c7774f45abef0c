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

const PAGE = 200
/** The most values that the database takes in one `in`. */
const MOST_IDS = 30

/** When anything of a journal was last changed, in milliseconds since 1970; 0 for an empty one. */
export async function readNewestChange(uid: string): Promise<number> {
  needNetwork()
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
  needNetwork()
  const logs = collection(lightFirestore(), ...logsPath(uid))
  const all =
    since === null
      ? query(logs, orderBy(documentId()))
      : query(logs, where('lastUpdated', '>=', Timestamp.fromMillis(since)), orderBy('lastUpdated'))
  for await (const docs of pagesOf(all, PAGE)) yield docs.map((found) => logOf(found.id, found.data(), false))
}

/** How many of these entries the server has, deleted ones too. Thirty are one read. */
export async function countOf(uid: string, ids: readonly string[]): Promise<number> {
  needNetwork()
  let count = 0
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    const some = where(documentId(), 'in', ids.slice(start, start + MOST_IDS))
    const found = await getCount(query(collection(lightFirestore(), ...logsPath(uid)), some, limit(MOST_IDS)))
    count += found.data().count
  }
  return count
}

/**
 * The ids of a journal, or of what is in its trash, in pages.
 * @param most on a page
 */
export async function* readIds(uid: string, which: 'trash' | 'all', most: number): AsyncIterable<readonly string[]> {
  needNetwork()
  const logs = collection(lightFirestore(), ...logsPath(uid))
  const those = which === 'trash' ? where('deleted', '==', true) : orderBy(documentId())
  for await (const docs of pagesOf(query(logs, those), most)) yield docs.map(({ id }) => id)
}

async function* pagesOf(all: Query, most: number): AsyncIterable<readonly QueryDocumentSnapshot[]> {
  let last: readonly QueryDocumentSnapshot[] = []
  for (;;) {
    const { docs } = await getDocs(query(all, ...last.map((found) => startAfter(found)), limit(most)))
    if (docs.length > 0) yield docs
    if (docs.length < most) return
    last = docs.slice(-1)
  }
}

/** A try without a network would only fill the console. */
function needNetwork(): void {
  if (!navigator.onLine) throw new Error('There is no network.')
}
