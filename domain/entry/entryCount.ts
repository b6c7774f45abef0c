import type { LogEntry } from './entry.ts'

/** The number of entries: exact, or a lower bound while the server is unreachable. */
export type EntryCount = { readonly known: number; readonly exact: boolean }

const UNKNOWN = '…'

/** The entries bar is full at ten (specification §2). */
const PERCENT_PER_ENTRY = 10

export const entryCountBarPercent = (entries: number): number => Math.min(entries * PERCENT_PER_ENTRY, 100)

export const operationStatus = ({ known, exact }: EntryCount): 'ACTIVE' | 'STANDBY' | typeof UNKNOWN =>
  known > 0 ? 'ACTIVE' : exact ? 'STANDBY' : UNKNOWN

/** Formats a count: `50`, `50+` for a lower bound, `…` if nothing is known yet. */
export const countText = ({ known, exact }: EntryCount): string =>
  exact ? String(known) : known === 0 ? UNKNOWN : `${known}+`

export const entriesText = (entries: number): string =>
  entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`

type Entries = ReadonlyMap<string, LogEntry>

/** Counts the listed entries, like the count query of the server. */
export const countListed = (entries: Entries): number => [...entries.values()].filter(({ listed }) => listed).length

/**
 * Derives the new count from a change of the loaded window, without asking the server. An entry that appears above the
 * old end of the window was added. An entry that disappears above the new end was deleted. Entries that cross the end
 * of the window were already counted. Returns undefined after more than one addition or deletion, because entries below
 * the end of the window may have changed as well.
 */
export function countAfterChange(
  { known, exact }: EntryCount,
  before: Entries,
  after: Entries,
): EntryCount | undefined {
  const added = countAppeared(before, after, oldestOf(before))
  const removed = countAppeared(after, before, oldestOf(after))
  return added + removed > 1 ? undefined : { known: known + added - removed, exact }
}

function countAppeared(from: Entries, to: Entries, since: number): number {
  let count = 0
  for (const [id, { timestamp }] of to) if (!from.has(id) && (timestamp ?? -Infinity) >= since) count++
  return count
}

function oldestOf(entries: Entries): number {
  let oldest = Infinity
  for (const { timestamp } of entries.values()) oldest = Math.min(oldest, timestamp ?? Infinity)
  return oldest
}
