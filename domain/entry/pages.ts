import type { LogEntry } from './entry.ts'
import type { EntryCount } from './entryCount.ts'

/** The newest entries and the count of all entries, available before the live query answers. */
export type InitialEntries = { readonly entries: readonly LogEntry[]; readonly count: EntryCount }

/** One page of the list, each with its own live query. */
export type Page = { readonly limit: number; readonly ids: ReadonlySet<string> }

export type LogChange =
  | { readonly kind: 'put'; readonly entry: LogEntry }
  | { readonly kind: 'drop'; readonly id: string; readonly entry: LogEntry }

/** A snapshot of one page, emitted on every change. */
export type PageSnapshot = {
  readonly changes: readonly LogChange[]
  readonly size: number
  /** Cursor of the next page; undefined while the last entry of this page has no server time. */
  readonly nextCursor: unknown
  /** Whether the server has not confirmed this snapshot yet. */
  readonly fromCache: boolean
}

/** Identifies a page: the owner, the cursor it starts after, and its size. */
export type PageRequest = { readonly uid: string; readonly cursor: unknown; readonly limit: number }

/** Initial sizes of the pages, newest page first. All further pages have the last size. */
const PAGE_SIZES = [50, 50, 100, 200, 400]
const GROWTH_STEP = 50
/** The security rules reject larger queries. */
const MAX_PAGE_SIZE = 500

/** @param index 0 for the newest page */
export const sizeOfPage = (index: number): number => PAGE_SIZES[Math.min(index, PAGE_SIZES.length - 1)] ?? MAX_PAGE_SIZE

/** Returns the next larger size for a page that has to include more entries; undefined at the limit. */
export const largerPageLimit = (limit: number): number | undefined =>
  limit + GROWTH_STEP <= MAX_PAGE_SIZE ? limit + GROWTH_STEP : undefined

/**
 * Returns the time of the oldest entry of a page, in milliseconds. Infinity if the page is empty or its entries have no
 * server time yet.
 */
export function oldestTimeInPage({ ids }: Page, entries: ReadonlyMap<string, LogEntry>): number {
  let oldest = Infinity
  for (const id of ids) oldest = Math.min(oldest, entries.get(id)?.timestamp ?? Infinity)
  return oldest
}

/** Returns the entries that belong to one of the pages. */
export const entriesInPages = (
  pages: readonly Page[],
  entries: ReadonlyMap<string, LogEntry>,
): ReadonlyMap<string, LogEntry> => new Map([...entries].filter(([id]) => pages.some(({ ids }) => ids.has(id))))
