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
