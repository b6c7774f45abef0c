import type { Ahead } from '#domain/entry/pages.ts'
import { parseSession } from '#src/io/session.ts'
import { CACHED_FOR, keepsDatabases, readItem, SESSION } from '#src/io/storage.ts'

/**
 * The newest entries before the database is there: from the copy that is searched where this device holds the journal,
 * without asking anybody, and from the server where it holds nothing. Undefined where what it holds is not complete.
 * @param most entries
 */
export async function readAhead(uid: string, most: number): Promise<Ahead | undefined> {
  if (isHeld(uid)) return (await mirror()).readNewest(uid, most)
  const entries = await (await firstPage()).readFirstPage(uid, most)
  return { entries, count: { known: entries.filter(({ listed }) => listed).length, exact: entries.length < most } }
}

/** Brings in the code that reads this device's copy, beside what is on its way already. */
export function prepareCopy(uid: string): void {
  // What cannot be had is missed when it is used.
  if (isHeld(uid)) void mirror().catch(() => {})
}

/** Who is remembered of whom this device holds nothing: their newest entries wait for the identity service. */
export function uidOfNewDevice(): string | undefined {
  const uid = parseSession(readItem(SESSION))?.uid
  return uid !== undefined && !isHeld(uid) ? uid : undefined
}

const isHeld = (uid: string): boolean => keepsDatabases() && readItem(CACHED_FOR) === uid
const mirror = () => import('#src/io/search/mirror.ts')
const firstPage = () => import('#src/io/firebase/firstPage.ts')
