import type { InitialEntries } from '#domain/entry/pages.ts'
import { parseSession } from '#src/io/session.ts'
import { CACHED_FOR, canUseDatabases, readItem, SESSION } from '#src/io/storage.ts'

/**
 * The newest entries before the database is there: from the copy that is searched where this device holds the journal,
 * without asking anybody, and from the server where it holds nothing. Undefined where what it holds is not complete.
 * @param limit entries
 */
export async function readInitialEntries(uid: string, limit: number): Promise<InitialEntries | undefined> {
  if (hasMirror(uid)) return (await loadMirror()).readNewest(uid, limit)
  const entries = await (await loadFirstPage()).readFirstPage(uid, limit)
  return { entries, count: { known: entries.filter(({ listed }) => listed).length, exact: entries.length < limit } }
}

/** Brings in the code that reads this device's copy, beside what is on its way already. */
export function preloadMirror(uid: string): void {
  // What cannot be had is missed when it is used.
  if (hasMirror(uid)) void loadMirror().catch(() => {})
}

/** Who is remembered of whom this device holds nothing: their newest entries wait for the identity service. */
export function uidOfNewDevice(): string | undefined {
  const uid = parseSession(readItem(SESSION))?.uid
  return uid !== undefined && !hasMirror(uid) ? uid : undefined
}

const hasMirror = (uid: string): boolean => canUseDatabases() && readItem(CACHED_FOR) === uid
const loadMirror = () => import('#src/io/search/mirror.ts')
const loadFirstPage = () => import('#src/io/firebase/firstPage.ts')
