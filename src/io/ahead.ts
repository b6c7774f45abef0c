import type { LogEntry } from '#domain/log.ts'
import type { EntryCount } from '#domain/stats.ts'
import { parseSession } from './session.ts'
import { CACHED_FOR, keepsDatabases, readItem, SESSION } from './storage.ts'

/** The newest entries, and how many there are. */
export type Ahead = { readonly entries: readonly LogEntry[]; readonly count: EntryCount }

/**
 * The newest entries before the database is there: from the copy that is searched where this device holds the journal,
 * without asking anybody, and from the server where it holds nothing. Undefined where what it holds is not complete.
 * @param most entries
 */
export async function readAhead(uid: string, most: number): Promise<Ahead | undefined> {
  if (isHeld(uid)) return (await mirror()).readNewest(uid, most)
  const entries = await (await firstPage()).readFirstPage(uid, most)
  return { entries, count: { known: entries.length, exact: entries.length < most } }
}

/** Brings in the code that this takes, beside what is on its way already, and asks the server where it has to. */
export function prepareAhead(uid: string): void {
  const prepared = isHeld(uid) ? mirror() : firstPage().then(({ beginFirstPage }) => beginFirstPage(uid))
  // What cannot be had is missed when it is used.
  void prepared.catch(() => {})
}

/** Whether the newest entries wait for the identity service: somebody is remembered of whom the device holds nothing. */
export function waitsForService(): boolean {
  const session = parseSession(readItem(SESSION))
  return session !== undefined && !isHeld(session.uid)
}

/** Fetches the code of a new device's first page, and does not run it; only a page of the build names it. */
export function askForFirstPage(): void {
  document.querySelector('link[rel=first]')?.setAttribute('rel', 'modulepreload')
}

const isHeld = (uid: string): boolean => keepsDatabases() && readItem(CACHED_FOR) === uid
const mirror = () => import('./search/mirror.ts')
const firstPage = () => import('./firebase/firstPage.ts')
