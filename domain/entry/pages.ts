import type { LogEntry } from './entry.ts'
import type { EntryCount } from './entryCount.ts'

/** The newest entries and the count of all entries, available before the journal is loaded. */
export type InitialEntries = { readonly entries: readonly LogEntry[]; readonly count: EntryCount }

/** The number of entries that the list has at first. */
export const FIRST_LIST_SIZE = 50
const MAX_GROWTH = 400

/** Returns the next larger size of the list. The size doubles at first, and later grows evenly. */
export const nextListSize = (size: number): number => size + Math.min(size, MAX_GROWTH)
