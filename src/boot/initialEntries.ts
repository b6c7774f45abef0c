import type { InitialEntries } from '#domain/entry/pages.ts'
import { parseSession } from '#src/io/session.ts'
import { CACHED_UID_KEY, canUseDatabases, readItem, SESSION_KEY } from '#src/io/storage.ts'

/**
 * Reads the newest entries before the journal's code has loaded. A device that has the user's journal reads them from
 * its database, without a request. Any other device requests them from the server. Returns undefined if the device
 * lacks entries.
 */
export async function readInitialEntries(uid: string, limit: number): Promise<InitialEntries | undefined> {
  if (hasJournal(uid)) return (await loadJournalDatabase()).readNewest(uid, limit)
  const entries = await (await loadFirstPage()).readFirstPage(uid, limit)
  return { entries, count: { known: entries.filter(({ listed }) => listed).length, exact: entries.length < limit } }
}

/** Starts loading the code that reads the journal's database, in parallel with other code. */
export function preloadJournalDatabase(uid: string): void {
  // Errors are ignored here, because reading the entries later reports them.
  if (hasJournal(uid)) void loadJournalDatabase().catch(() => {})
}

/**
 * Returns the uid of the stored session if this device does not have the user's journal. Such a device requests its
 * entries from the server. The identity service must confirm the session before the request.
 */
export function uidOfNewDevice(): string | undefined {
  const uid = parseSession(readItem(SESSION_KEY))?.uid
  return uid !== undefined && !hasJournal(uid) ? uid : undefined
}

const hasJournal = (uid: string): boolean => canUseDatabases() && readItem(CACHED_UID_KEY) === uid
const loadJournalDatabase = () => import('#src/io/journal/database.ts')
const loadFirstPage = () => import('#src/io/firebase/firstPage.ts')
