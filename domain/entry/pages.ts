import type { LogEntry } from './entry.ts'
import type { EntryCount } from './entryCount.ts'

/** The newest entries and the number of all, before the live query has answered. */
export type InitialEntries = { readonly entries: readonly LogEntry[]; readonly count: EntryCount }

/** One of the pages in which the list follows the newest entries. */
export type Page = { readonly limit: number; readonly ids: ReadonlySet<string> }

/** One change of a list. */
export type LogChange =
  | { readonly kind: 'put'; readonly entry: LogEntry }
  | { readonly kind: 'drop'; readonly id: string; readonly entry: LogEntry }

/** What a page of the list says whenever it changes. */
export type LogPage = {
  readonly changes: readonly LogChange[]
  readonly size: number
  /** Where the next page starts: opaque, undefined while the last entry still waits for its time. */
  readonly nextCursor: unknown
  /** The server has not confirmed this state yet. */
  readonly fromCache: boolean
}

/** Which page: whose, after the end of which other, and of how many entries. */
export type PageRequest = { readonly uid: string; readonly cursor: unknown; readonly limit: number }

/** How many entries a page has at first, as the list is scrolled; the last number repeats. */
const PAGE_SIZES = [50, 50, 100, 200, 400]
const GROWTH_STEP = 50
/** The rules refuse more in one query. */
const MAX_PAGE_SIZE = 500

/** @param index 0 for the newest page */
export const sizeOfPage = (index: number): number => PAGE_SIZES[Math.min(index, PAGE_SIZES.length - 1)] ?? MAX_PAGE_SIZE

/** How many entries a page has next that has to reach further; undefined where it cannot. */
export const nextPageLimit = (limit: number): number | undefined =>
  limit + GROWTH_STEP <= MAX_PAGE_SIZE ? limit + GROWTH_STEP : undefined

/** When the oldest entry of a page was written, in milliseconds; Infinity for none, as for one that waits for the server. */
export function oldestTime({ ids }: Page, entries: ReadonlyMap<string, LogEntry>): number {
  let oldest = Infinity
  for (const id of ids) oldest = Math.min(oldest, entries.get(id)?.timestamp ?? Infinity)
  return oldest
}

/** Those that are in one of the pages. */
export const entriesInPages = (
  pages: readonly Page[],
  entries: ReadonlyMap<string, LogEntry>,
): ReadonlyMap<string, LogEntry> => new Map([...entries].filter(([id]) => pages.some(({ ids }) => ids.has(id))))
