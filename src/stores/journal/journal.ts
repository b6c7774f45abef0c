import { create, type StateCreator } from 'zustand'
import type { EntryChange } from '#domain/entry/merge.ts'
import type { EntryContent } from '#domain/entry/content.ts'
import { createEntryCounter } from './entryCounter.ts'
import { exportFileName, exportText } from '#domain/archive/exportText.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { sizeOfPage } from '#domain/entry/pages.ts'
import { createLogWindow, type LogWindow, type ShownLogs } from './logWindow.ts'
import { StorageUnavailable } from '#domain/errors.ts'
import type { EntryCount } from '#domain/entry/entryCount.ts'
import { readInitialEntries } from '#src/boot/initialEntries.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import { CACHED_FOR, writeItem } from '#src/io/storage.ts'

/** Spec §4: the list is followed only when connected. */
export type Connection = 'idle' | 'connecting' | 'connected' | 'error'

export type JournalState = ShownLogs & {
  readonly connection: Connection
  /** The server has confirmed everything that was written on this device. */
  readonly allSent: boolean
  readonly uid: string | null
  /** Of the listed entries. */
  readonly count: EntryCount
  /** The list is hidden until somebody asks for it, and stays as it is while they look at other screens. */
  readonly listShown: boolean
  readonly toggleList: () => void
  readonly open: (uid: string) => Promise<void>
  readonly close: () => void
  readonly loadMore: () => void
  /** Counts again, for entries that came or went below those in the list. */
  readonly recount: () => Promise<void>
  /** What was deleted on this device since it was opened, and not restored. */
  readonly deletedHere: ReadonlySet<string>
  /** All resolve when the server has confirmed; offline they stay pending while the change already shows. */
  readonly softDelete: (id: string) => Promise<void>
  readonly restore: (id: string) => Promise<void>
  readonly deletePermanently: (id: string) => Promise<void>
  /** Changes many entries, each as it is stored at that moment; rejects offline. */
  readonly changeEach: (
    ids: readonly string[],
    change: (entry: LogEntry) => Partial<EntryContent> | undefined,
    onChanged: (changed: readonly EntryChange[], done: number) => void,
  ) => Promise<void>
  readonly removeAll: (onProgress: (removed: number) => void) => Promise<void>
  /**
   * Saves everything that is not deleted as one file; resolves with the number of entries, and saves nothing for none.
   * @param known all of it, where somebody has it; else it is read
   */
  readonly exportAll: (onProgress: (read: number) => void, known?: readonly LogEntry[]) => Promise<number>
  readonly watchEntry: (
    id: string,
    onEntry: (entry: LogEntry | undefined, fromCache: boolean) => void,
    onError: (error: unknown) => void,
  ) => () => void
  /** Resolves once nothing written here waits for the server. */
  readonly whenAllSent: () => Promise<void>
  readonly clearDeviceCache: () => Promise<void>
}

/** Offline the connection test never answers: after this long the cache on the device is shown. */
const CONNECT_TIMEOUT_MS = 1500
/** Parts of an import arrive faster than this one after the other. */
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
  listShown: false,
  deletedHere: new Set<string>(),
} as const

/** What the journal needs besides the database. */
type JournalDeps = {
  /** Resolves when waiting for the connection test has lasted long enough. */
  readonly connectTimeout: () => Promise<void>
  /** Resolves when changes that come one after the other have had their time. */
  readonly waitForQuiet: () => Promise<void>
  /** From now on this device holds the person's journal. */
  readonly markCachedFor: (uid: string) => void
  /** The newest entries, read once and sooner than the database can be loaded. */
  readonly readInitialEntries: (uid: string, most: number) => Promise<InitialEntries | undefined>
  readonly saveExport: (entries: readonly LogEntry[]) => Promise<void>
}

export const journalState =
  (io: () => Promise<LogsIo>, deps: JournalDeps): StateCreator<JournalState> =>
  (set, get) => {
    /** Of the journal that is open. */
    let activeWindow: LogWindow | undefined
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let generation = 0
    /** Grows with every write: what belongs to an older one says nothing of this one. */
    let sendGeneration = 0

    const counter = createEntryCounter({
      list: get,
      pages: () => activeWindow?.pages() ?? [],
      waitForQuiet: deps.waitForQuiet,
      countOlderThan: async (uid, time) => (await io()).countOlderThan(uid, time),
      publish: (count) => set({ count }),
    })

    /** Settled once the connection of the current session has been tested. */
    let whenOpened: Promise<void> = Promise.resolve()

    const requireConnection = async (
      verb: ConstructorParameters<typeof StorageUnavailable>[0],
    ): Promise<{ io: LogsIo; uid: string }> => {
      await whenOpened
      const { uid, connection } = get()
      if (uid === null || connection !== 'connected') throw new StorageUnavailable(verb)
      return { io: await io(), uid }
    }

    /** Follows what was written here until the server has confirmed it. */
    const trackPendingWrites = async (): Promise<void> => {
      const currentSend = ++sendGeneration
      const startGeneration = generation
      set({ allSent: false })
      await (await io()).whenAllSent()
      if (sendGeneration === currentSend && generation === startGeneration) set({ allSent: true })
    }

    /** A write that the lamp knows of. Its own answer is its own: what else waits delays and changes nothing of it. */
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

    /** The newest entries before the database is there to follow them. */
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
        // Asked again for the same person, it shows what it showed.
        const listShown = get().uid === uid && get().listShown
        set({ ...CLOSED, uid, listShown, connection: 'connecting' })
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
        // A refusal that comes when nobody waits for it any more is one all the same.
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
      toggleList: () => set({ listShown: !get().listShown }),
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
        // The list tells of its own entries by itself.
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
        await logsIo.removeAll(uid, onProgress)
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
  journalState(async () => (await withDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo, {
    connectTimeout: () => new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS)),
    waitForQuiet: () => new Promise((resolve) => setTimeout(resolve, RECOUNT_DEBOUNCE_MS)),
    markCachedFor: (uid) => writeItem(CACHED_FOR, uid),
    readInitialEntries,
    saveExport: async (entries) => {
      const { saveFile } = await import('#src/io/exportFile.ts')
      saveFile(exportFileName(Date.now()), new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' }))
    },
  }),
)

/** How many listed entries the journal has, where that is known for sure. */
export function exactCount(): number | undefined {
  const { count } = useJournal.getState()
  return count.exact ? count.known : undefined
}
