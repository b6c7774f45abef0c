import type { LogEntry } from '#domain/log.ts'
import type { EntryCount } from '#domain/stats.ts'
import { CACHED_FOR, keepsDatabases, readItem } from './storage.ts'

/** The newest entries, and how many there are. */
export type Ahead = { readonly entries: readonly LogEntry[]; readonly count: EntryCount }

/**
 * The newest entries before the database is there: from the copy that is searched where this device holds the journal,
 * without asking anybody, and from the server where it holds nothing. Undefined where what it holds is not complete.
 * @param most entries
 */
export async function readAhead(uid: string, most: number): Promise<Ahead | undefined> {
  if (keepsDatabases() && readItem(CACHED_FOR) === uid)
    return (await import('./search/mirror.ts')).readNewest(uid, most)
  const entries = await (await import('./firebase/firstPage.ts')).readFirstPage(uid, most)
  return { entries, count: { known: entries.length, exact: entries.length < most } }
}
