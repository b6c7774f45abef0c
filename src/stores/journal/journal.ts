import { create, type StateCreator } from 'zustand'
import type { EntryChange } from '#domain/entry/merge.ts'
import type { EntryContent } from '#domain/entry/content.ts'
import { createEntryCounter } from './entryCounter.ts'
import { exportFileName, exportText } from '#domain/archive/exportText.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { sizeOfPage } from '#domain/entry/pages.ts'
import { createLogWindow, type LogWindow, type LoadedLogs } from './logWindow.ts'
import { WriteUnavailable } from '#domain/errors.ts'
import type { EntryCount } from '#domain/entry/entryCount.ts'
import { readInitialEntries } from '#src/boot/initialEntries.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import { CACHED_UID_KEY, writeItem } from '#src/io/storage.ts'

/** The state of the connection to the database. Live queries run only in the state `connected` (specification §4). */
export type JournalConnection = 'idle' | 'connecting' | 'connected' | 'error'

export type JournalState = LoadedLogs & {
  readonly connection: JournalConnection
  /** Whether the server has confirmed all writes of this device. */
  readonly allSent: boolean
  readonly uid: string | null
  /** The number of listed entries. */
  readonly count: EntryCount
  readonly open: (uid: string) => Promise<void>
  readonly close: () => void
  readonly loadMore: () => void
  /** Counts the entries again. Called after entries older than the loaded part of the list were added or removed. */
  readonly recount: () => Promise<void>
  /** The ids of entries that were deleted on this device since the journal was opened, and were not restored. */
  readonly deletedHere: ReadonlySet<string>
  /**
   * `softDelete`, `restore` and `deletePermanently` resolve when the server confirms the write. Until then, for example
   * while the device is offline, the change is already visible.
   */
  readonly softDelete: (id: string) => Promise<void>
  readonly restore: (id: string) => Promise<void>
  readonly deletePermanently: (id: string) => Promise<void>
  /**
   * Changes many entries. `change` receives the version of an entry on the server. Rejects while the device is offline.
   */
  readonly changeEach: (
    ids: readonly string[],
    change: (entry: LogEntry) => Partial<EntryContent> | undefined,
    onChanged: (changed: readonly EntryChange[], done: number) => void,
  ) => Promise<void>
  readonly removeAll: (onProgress: (removed: number) => void) => Promise<void>
  /**
   * Saves all entries that are not deleted in one file. Resolves with the number of saved entries. If there are none,
   * no file is saved.
   * @param known all entries, if the caller has already read them
   */
  readonly exportAll: (onProgress: (read: number) => void, known?: readonly LogEntry[]) => Promise<number>
  readonly watchEntry: (
    id: string,
    onEntry: (entry: LogEntry | undefined, fromCache: boolean) => void,
    onError: (error: unknown) => void,
  ) => () => void
  /** Resolves when the server has confirmed all writes of this device. */
  readonly whenAllSent: () => Promise<void>
  readonly clearDeviceCache: () => Promise<void>
}

/**
 * How long to wait for the connection test before the cached entries are shown. While the device is offline, the test
 * never ends.
 */
const CONNECT_TIMEOUT_MS = 1500
/**
 * How long a series of changes must pause before entries are counted again. The delay between two batches of an import
 * is shorter than this.
 */
const RECOUNT_DEBOUNCE_MS = 1000

const CLOSED = {
  live: false,
  allSent: true,
  uid: null,
  entries: new Map<string, LogEntry>(),
  order: [],
  count: { known: 0, exact: false },
  loaded: false,
  hasMore: false,
  failed: false,
  deletedHere: new Set<string>(),
} as const

/** The dependencies of the journal, except the database. */
type JournalDeps = {
  /** Resolves when the connection test has reached its timeout. */
  readonly connectTimeout: () => Promise<void>
  /** Resolves after the debounce time, when a series of changes is likely to have ended. */
  readonly waitForQuiet: () => Promise<void>
  /** Records that this device has cached the user's journal. */
  readonly markCachedFor: (uid: string) => void
  /** Reads the newest entries once, before the database code is loaded. */
  readonly readInitialEntries: (uid: string, most: number) => Promise<InitialEntries | undefined>
  readonly saveExport: (entries: readonly LogEntry[]) => Promise<void>
}

export const journalState =
  (io: () => Promise<LogsIo>, deps: JournalDeps): StateCreator<JournalState> =>
  (set, get) => {
    let activeWindow: LogWindow | undefined
    /** Incremented on every open and close. Results that were requested before the last increment are ignored. */
    let generation = 0
    /** Incremented on every write. Only the latest write may set `allSent` to true. */
    let sendGeneration = 0

    const counter = createEntryCounter({
      list: get,
      pages: () => activeWindow?.pages() ?? [],
      waitForQuiet: deps.waitForQuiet,
      countOlderThan: async (uid, time) => (await io()).countOlderThan(uid, time),
      publish: (count) => set({ count }),
    })

    /** Settles when the connection test of the open journal has ended or has reached its timeout. */
    let whenOpened: Promise<void> = Promise.resolve()

    const requireConnection = async (
      verb: ConstructorParameters<typeof WriteUnavailable>[0],
    ): Promise<{ io: LogsIo; uid: string }> => {
      await whenOpened
      const { uid, connection } = get()
      if (uid === null || connection !== 'connected') throw new WriteUnavailable(verb)
      return { io: await io(), uid }
    }

    /** Sets `allSent` to false until the server has confirmed all writes of this device. */
    const trackPendingWrites = async (): Promise<void> => {
      const currentSend = ++sendGeneration
      const startGeneration = generation
      set({ allSent: false })
      await (await io()).whenAllSent()
      if (sendGeneration === currentSend && generation === startGeneration) set({ allSent: true })
    }

    /**
     * Shows a write as pending in the status light. Returns a promise for this write only, so that other pending writes
     * do not delay the caller.
     */
    const trackWrite = (write: Promise<void>): Promise<void> => {
      trackPendingWrites().catch(() => {})
      return write
    }

    const windowOf = (uid: string): LogWindow =>
      createLogWindow({
        uid,
        io,
        get,
        set,
        onConfirmed: () => deps.markCachedFor(uid),
        onChanged: counter.onListChange,
      })

    /** Shows the newest entries before the database code is ready. */
    const showInitialEntries = async (uid: string): Promise<void> => {
      const startGeneration = generation
      const found = await deps.readInitialEntries(uid, sizeOfPage(0))
      if (!found || generation !== startGeneration || !activeWindow?.showInitialEntries(found.entries)) return
      set({ count: { known: Math.max(found.count.known, get().entries.size), exact: found.count.exact } })
    }

    const unmarkDeleted = (id: string): void => {
      const deletedHere = new Set(get().deletedHere)
      if (deletedHere.delete(id)) set({ deletedHere })
    }

    const closeWindow = (): void => {
      generation++
      counter.stop()
      activeWindow?.close()
      activeWindow = undefined
    }

    return {
      connection: 'idle',
      ...CLOSED,
      open(uid) {
        closeWindow()
        const startGeneration = generation
        set({ ...CLOSED, uid, connection: 'connecting' })
        activeWindow = windowOf(uid)
        const connectionTest = showInitialEntries(uid)
          .catch(() => {})
          .then(io)
          .then((logsIo) => logsIo.connect())
          .then(
            () => 'connected' as const,
            (error: unknown) => (isPermissionDenied(error) ? ('error' as const) : ('connected' as const)),
          )
        const applyConnection = (connection: 'connected' | 'error'): void => {
          if (generation !== startGeneration || get().connection === connection) return
          set({ connection, failed: connection === 'error', loaded: get().loaded || connection === 'error' })
          if (connection !== 'connected') return
          activeWindow?.addPage()
          trackPendingWrites().catch(() => {})
        }
        whenOpened = Promise.race([connectionTest, deps.connectTimeout().then(() => 'connected' as const)]).then(
          applyConnection,
        )
        // The connection test may still fail with `permission-denied` after its timeout. The cached entries are then
        // already shown.
        void connectionTest.then((connection) => {
          if (connection === 'error') applyConnection(connection)
        })
        return whenOpened
      },
      close() {
        closeWindow()
        set({ ...CLOSED, connection: 'idle' })
      },
      recount: counter.recount,
      loadMore() {
        if (!get().hasMore) return
        activeWindow?.addPage()
        set({ hasMore: false })
      },
      async softDelete(id) {
        const { io: logsIo, uid } = await requireConnection('delete')
        const wasListed = get().entries.has(id)
        set({ deletedHere: new Set(get().deletedHere).add(id) })
        await trackWrite(logsIo.softDelete(uid, id)).catch((error: unknown) => {
          unmarkDeleted(id)
          throw error
        })
        // If the entry is in the list, its removal from the list updates the count.
        if (!wasListed) void counter.recount()
      },
      async restore(id) {
        const { io: logsIo, uid } = await requireConnection('update')
        unmarkDeleted(id)
        await trackWrite(logsIo.restore(uid, id))
        if (!get().entries.has(id)) void counter.recount()
      },
      async deletePermanently(id) {
        const { io: logsIo, uid } = await requireConnection('delete')
        await trackWrite(logsIo.remove(uid, id))
      },
      async changeEach(ids, change, onChanged) {
        const { io: logsIo, uid } = await requireConnection('update')
        return logsIo.changeEach(uid, ids, change, onChanged)
      },
      async removeAll(onProgress) {
        const { io: logsIo, uid } = await requireConnection('clear')
        // While a page is being deleted, its live query is empty until the server sends the next entries. The counter
        // must not count an empty journal then.
        const removal = counter.startRemoval()
        await logsIo
          .removeAll(uid, (removed) => {
            removal.onProgress(removed)
            onProgress(removed)
          })
          .finally(removal.end)
      },
      async exportAll(onProgress, known) {
        const { uid } = get()
        const all = known ?? (uid === null ? [] : await (await io()).readAll(uid, onProgress))
        if (all.length > 0) await deps.saveExport(all)
        return all.length
      },
      watchEntry(id, onEntry, onError) {
        const { uid } = get()
        const startGeneration = generation
        let stop = () => {}
        let stopped = false
        void io().then((logsIo) => {
          if (!stopped && generation === startGeneration && uid !== null)
            stop = logsIo.watchEntry(uid, id, onEntry, onError)
        }, onError)
        return () => {
          stopped = true
          stop()
        }
      },
      whenAllSent: async () => (await io()).whenAllSent(),
      async clearDeviceCache() {
        get().close()
        await (await io()).clearDeviceCache()
      },
    }
  }

function isPermissionDenied(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'permission-denied'
}

export const useJournal = create(
  journalState(async () => (await loadWithDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo, {
    connectTimeout: () => new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS)),
    waitForQuiet: () => new Promise((resolve) => setTimeout(resolve, RECOUNT_DEBOUNCE_MS)),
    markCachedFor: (uid) => writeItem(CACHED_UID_KEY, uid),
    readInitialEntries,
    saveExport: async (entries) => {
      const { downloadFile } = await import('#src/io/exportFile.ts')
      downloadFile(exportFileName(Date.now()), new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' }))
    },
  }),
)

/** Returns the number of listed entries, or undefined if the count is not exact. */
export function exactCount(): number | undefined {
  const { count } = useJournal.getState()
  return count.exact ? count.known : undefined
}
