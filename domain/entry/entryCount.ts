import type { LogEntry } from './entry.ts'

/** How many entries there are: exactly, or at least so many while the server cannot be asked. */
export type EntryCount = { readonly known: number; readonly exact: boolean }

const UNKNOWN = '…'

/** The entries bar is full at ten (specification §2). */
const PERCENT_PER_ENTRY = 10

export const barPercent = (entries: number): number => Math.min(entries * PERCENT_PER_ENTRY, 100)

export const operationStatus = ({ known, exact }: EntryCount): 'ACTIVE' | 'STANDBY' | typeof UNKNOWN =>
  known > 0 ? 'ACTIVE' : exact ? 'STANDBY' : UNKNOWN

/** `50`, `50+` where there may be more, `…` where nothing is known yet. */
export const countText = ({ known, exact }: EntryCount): string =>
  exact ? String(known) : known === 0 ? UNKNOWN : `${known}+`

/** An amount of entries in words. */
export const entriesText = (entries: number): string =>
  entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`

type Entries = ReadonlyMap<string, LogEntry>

/** How many of these the server's count has in it. */
export const countListed = (entries: Entries): number => [...entries.values()].filter(({ listed }) => listed).length

/**
 * The count after a window over a longer journal has changed, without asking the server: what appeared above the
 * window's old end is new, what vanished above its new end is gone; what slid in or out at the end was counted before.
 * Undefined after more than one of those at once: others may have come or gone below the window's end, unseen.
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
