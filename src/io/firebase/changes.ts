import {
  collection,
  documentId,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
} from 'firebase/firestore/lite'
import type { LogEntry } from '#domain/log.ts'
import { logsPath } from '#domain/paths.ts'
import { lightFirestore } from './firstPage.ts'
import { logOf } from './logDocument.ts'

const PAGE = 200

/** When anything of a journal was last changed, in milliseconds since 1970; 0 for an empty one. */
export async function readNewestChange(uid: string): Promise<number> {
  needNetwork()
  const { docs } = await getDocs(
    query(collection(lightFirestore(), ...logsPath(uid)), orderBy('lastUpdated', 'desc'), limit(1)),
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
  let last: unknown[] = []
  for (;;) {
    const { docs } = await getDocs(query(all, ...last.map((found) => startAfter(found)), limit(PAGE)))
    if (docs.length > 0) yield docs.map((found) => logOf(found.id, found.data(), false))
    if (docs.length < PAGE) return
    last = [docs.at(-1)]
  }
}

/** A try without a network would only fill the console. */
function needNetwork(): void {
  if (!navigator.onLine) throw new Error('There is no network.')
}
