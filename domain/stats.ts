/** How many entries there are: exactly, or at least so many while the server cannot be asked. */
export type EntryCount = { readonly known: number; readonly exact: boolean }

/** The entries bar is full at ten (specification §2). */
const PERCENT_PER_ENTRY = 10

export const barPercent = (entries: number): number => Math.min(entries * PERCENT_PER_ENTRY, 100)

export const operationStatus = (entries: number): 'ACTIVE' | 'STANDBY' => (entries > 0 ? 'ACTIVE' : 'STANDBY')

export const countText = ({ known, exact }: EntryCount): string => (exact ? String(known) : `${known}+`)
