import { createStore } from 'zustand'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { PageRequest } from '#domain/entry/pages.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import { journalState, type JournalState } from '#src/stores/journal/journal.ts'
import { logEntry } from '#tests/support/logEntry.ts'

/** @param number entries with higher numbers are older; a `FakeJournal` initially contains the numbers from 0 */
export const numberedEntry = (number: number, more: Partial<LogEntry> = {}) =>
  logEntry({ id: `e${number}`, content: `entry ${number}`, timestamp: 1_000_000 - number, ...more })

/** Fakes a journal (newest entry first) with the behavior of Firestore's paginated live queries. */
export class FakeJournal {
  entries: LogEntry[]
  readonly listeners = new Set<{ request: PageRequest; shown: LogEntry[]; tell: (first: boolean) => void }>()
  connection: Promise<void> = Promise.resolve()
  counted = 0
  readonly pausedCounts: (() => void)[] = []
  #areCountsPaused = false
  #arePagesPaused = false
  readonly #pausedPages: (() => void)[] = []

  constructor(size: number) {
    this.entries = Array.from({ length: size }, (_, index) => numberedEntry(index))
  }

  readonly io = (): LogsIo => ({
    connect: () => this.connection,
    watchPage: (request, onPage) => {
      const none: LogEntry[] = []
      const listener = {
        request,
        shown: none,
        tell: (first: boolean) => {
          const start =
            typeof request.cursor === 'string' ? this.entries.findIndex(({ id }) => id === request.cursor) + 1 : 0
          const now = this.entries.slice(start, start + request.limit)
          const puts = now
            .filter((one) => !listener.shown.includes(one))
            .map((one) => ({ kind: 'put' as const, entry: one }))
          const gone = listener.shown.filter((was) => !now.some(({ id }) => id === was.id))
          const drops = gone.map((was) => ({ kind: 'drop' as const, id: was.id, entry: was }))
          listener.shown = now
          if (first || puts.length + drops.length > 0)
            onPage({ changes: [...drops, ...puts], size: now.length, nextCursor: now.at(-1)?.id, fromCache: false })
        },
      }
      this.listeners.add(listener)
      if (this.#arePagesPaused) this.#pausedPages.push(() => listener.tell(true))
      else listener.tell(true)
      return () => this.listeners.delete(listener)
    },
    watchEntry: () => () => {},
    countOlderThan: async (_, time) => {
      this.counted++
      const count = this.entries.filter(({ timestamp }) => (timestamp ?? Infinity) < time).length
      if (this.#areCountsPaused) await new Promise<void>((resolve) => this.pausedCounts.push(resolve))
      return count
    },
    watchRange: () => () => {},
    countRange: async () => 0,
    add: async () => {},
    existsOnDevice: async () => true,
    existsOnServer: async () => true,
    saveEdit: async () => 'write',
    softDelete: async (_, id) => this.change(this.entries.filter((one) => one.id !== id)),
    changeEach: async () => {},
    importBatch: async () => [],
    watchDeleted: () => () => {},
    restore: async () => {},
    remove: async () => {},
    readAll: async () => this.entries,
    removeAll: async () => this.change([]),
    whenAllSent: async () => {},
    clearDeviceCache: async () => {},
    finishClearingCache: async () => {},
  })

  /** Delays the answers to count queries until the test calls the functions in `pausedCounts`. */
  pauseCounts(): void {
    this.#areCountsPaused = true
  }

  /** Delays the first result of each page that is requested after this call, until `resumePages` is called. */
  pausePages(): void {
    this.#arePagesPaused = true
  }

  resumePages(): void {
    this.#arePagesPaused = false
    for (const send of this.#pausedPages.splice(0)) send()
  }

  /** Adds an entry that is newer than all others, and notifies the listeners. */
  add(id: string): void {
    this.change([numberedEntry(-this.entries.length, { id, content: id }), ...this.entries])
  }

  change(entries: LogEntry[]): void {
    this.entries = entries
    for (const listener of Array.from(this.listeners)) listener.tell(false)
  }
}

export const nextTask = () => new Promise((resolve) => setTimeout(resolve))
export const neverResolves = () => new Promise<void>(() => {})

/** Fakes the dependencies of a journal store. By default, connecting to the server never times out. */
export const fakeJournalDeps = (connectTimeout = neverResolves) => {
  const exported: (readonly LogEntry[])[] = []
  return {
    connectTimeout,
    waitForQuiet: async () => {},
    exported,
    markCachedFor: () => {},
    readInitialEntries: async (): Promise<InitialEntries | undefined> => undefined,
    saveExport: async (entries: readonly LogEntry[]) => void exported.push(entries),
  }
}

/** Fakes the dependencies of a journal store whose connection times out immediately. */
export const timedOutDeps = () => fakeJournalDeps(async () => {})

export const createJournal = (
  io: LogsIo | Promise<LogsIo>,
  deps: Parameters<typeof journalState>[1] = fakeJournalDeps(),
) => createStore<JournalState>(journalState(async () => io, deps))

export const shownContents = (store: { getState(): JournalState }) =>
  store.getState().order.map((id) => store.getState().entries.get(id)?.content)
