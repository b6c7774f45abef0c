import { create, type StateCreator } from 'zustand'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'

/** What goes on paper. */
export type PrintJob = {
  /** What was chosen: nothing for one entry. */
  readonly heading: string
  /** Oldest first, as one reads. */
  readonly entries: readonly LogEntry[]
}

export type PrintState = {
  readonly job: PrintJob | null
  readonly print: (entries: readonly LogEntry[], heading?: string) => void
  /** It is printed, or nobody wants it any more. */
  readonly clear: () => void
}

export const printState: StateCreator<PrintState> = (set) => ({
  job: null,
  print: (entries, heading = '') =>
    set({ job: { heading, entries: entries.toSorted((a, b) => compareNewestFirst(b, a)) } }),
  clear: () => set({ job: null }),
})

export const usePrint = create(printState)
