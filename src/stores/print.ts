import type { StateCreator } from 'zustand'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import { defineUserStore } from './userStore.ts'

/** The entries to print, and their heading. */
export type PrintJob = {
  /** The name of the list that the entries come from; empty for a single entry. */
  readonly heading: string
  /** The entries to print, the oldest first. */
  readonly entries: readonly LogEntry[]
}

type PrintState = {
  readonly job: PrintJob | null
  readonly print: (entries: readonly LogEntry[], heading?: string) => void
  /** Called when printing has ended or is no longer wanted. */
  readonly clear: () => void
}

const printState: StateCreator<PrintState> = (set) => ({
  job: null,
  print: (entries, heading = '') =>
    set({ job: { heading, entries: entries.toSorted((a, b) => compareNewestFirst(b, a)) } }),
  clear: () => set({ job: null }),
})

export const usePrint = defineUserStore(() => printState)
