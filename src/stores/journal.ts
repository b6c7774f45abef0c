import { create, type StateCreator } from 'zustand'
import type { Edit, EntryChange } from '#domain/edit.ts'
import { entryCounter } from '#domain/entryCounter.ts'
import { exportFileName, exportText } from '#domain/exportLogs.ts'
import { idsNewestFirst, type LogEntry } from '#domain/log.ts'
import { entriesOf, grown, oldestTime, sizeOfPage } from '#domain/logPages.ts'
import { StorageUnavailable } from '#domain/storageUnavailable.ts'
import type { EntryCount } from '#domain/stats.ts'
import { readAhead, type Ahead } from '#src/io/ahead.ts'
import type { LogPage, LogsIo } from '#src/io/firebase/logs.ts'
import { CACHED_FOR, writeItem } from '#src/io/storage.ts'

/** Spec §4: the list is followed only when connected. */
export type Connection = 'idle' | 'connecting' | 'connected' | 'error'

export type JournalState = {
  readonly connection: Connection
  /** The server has confirmed what the list shows, and can be reached. */
  readonly live: boolean
  /** It has confirmed everything that was written on this device. */
  readonly allSent: boolean
  readonly uid: string | null
  /** By id; an entry keeps its identity until it changes, so that one change renders one row. */
  readonly entries: ReadonlyMap<string, LogEntry>
  /** Newest first. */
  readonly order: readonly string[]
  readonly count: EntryCount
  readonly loaded: boolean
  readonly hasMore: boolean
  readonly failed: boolean
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
  readonly removeForGood: (id: string) => Promise<void>
  /** Changes many entries, each as it is stored at that moment; rejects offline. */
  readonly changeEach: (
    ids: readonly string[],
    change: (entry: LogEntry) => Partial<Edit> | undefined,
    onChanged: (changed: readonly EntryChange[], done: number) => void,
  ) => Promise<void>
  readonly removeAll: (onProgress: (removed: number) => void) => Promise<void>
  /** Saves everything that is not deleted as one file; resolves with the number of entries, and saves nothing for none. */
  readonly exportAll: (onProgress: (read: number) => void) => Promise<number>
  readonly watchOne: (
    id: string,
    onEntry: (entry: LogEntry | undefined, fromCache: boolean) => void,
    onError: (error: unknown) => void,
  ) => () => void
  /** Resolves once nothing written here waits for the server. */
  readonly whenAllSent: () => Promise<void>
  readonly forgetDevice: () => Promise<void>
}

type Page = {
  limit: number
  /** The last entry of the page before, and its time. */
  readonly after: unknown
  readonly afterTime: number
  end: unknown
  ids: Set<string>
  stop: () => void
  confirmed: boolean
}

/** Offline the connection test never answers: after this long the cache on the device is shown. */
const CONNECT_PATIENCE_MS = 1500
/** Parts of an import arrive faster than this one after the other. */
const COUNT_AFTER_MS = 1000

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
type Outside = {
  /** Resolves when waiting for the connection test has lasted long enough. */
  readonly patience: () => Promise<void>
  /** Resolves when changes that come one after the other have had their time. */
  readonly quiet: () => Promise<void>
  /** From now on this device holds the person's journal. */
  readonly markCachedFor: (uid: string) => void
  /** The newest entries, read once and sooner than the database can be loaded. */
  readonly readAhead: (uid: string, most: number) => Promise<Ahead | undefined>
  readonly saveExport: (entries: readonly LogEntry[]) => Promise<void>
}

export const journalState =
  (io: () => Promise<LogsIo>, outside: Outside): StateCreator<JournalState> =>
  (set, get) => {
    let pages: Page[] = []
    /** Entries shown ahead of the first page's listener, which then says whether they are still there. */
    let ahead: ReadonlySet<string> = new Set()
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0
    /** Grows with every write: what belongs to an older one says nothing of this one. */
    let sending = 0

    const counter = entryCounter({
      list: get,
      pages: () => pages,
      quiet: outside.quiet,
      countOlderThan: async (uid, time) => (await io()).countOlderThan(uid, time),
      publish: (count) => set({ count }),
    })

    /** Settled once the connection of the current session has been tested. */
    let opening: Promise<void> = Promise.resolve()

    const need = async (
      verb: ConstructorParameters<typeof StorageUnavailable>[0],
    ): Promise<{ io: LogsIo; uid: string }> => {
      await opening
      const { uid, connection } = get()
      if (uid === null || connection !== 'connected') throw new StorageUnavailable(verb)
      return { io: await io(), uid }
    }

    /** Follows what was written here until the server has confirmed it. */
    const watchSending = async (): Promise<void> => {
      const mine = ++sending
      const started = session
      set({ allSent: false })
      await (await io()).whenAllSent()
      if (sending === mine && session === started) set({ allSent: true })
    }

    /** A write that the lamp knows of. Its own answer is its own: what else waits delays and changes nothing of it. */
    const sent = (write: Promise<void>): Promise<void> => {
      watchSending().catch(() => {})
      return write
    }

    const publish = (entries: ReadonlyMap<string, LogEntry>, reordered: boolean): void => {
      const last = pages.at(-1)
      const hasMore = last !== undefined && last.ids.size >= last.limit && last.end !== undefined
      const order = reordered ? idsNewestFirst(entries) : get().order
      const loaded = get().loaded || entries.size > 0 || (pages[0]?.confirmed ?? false)
      set({ entries, order, hasMore, loaded })
    }

    const watch = async (page: Page, index: number): Promise<void> => {
      const { uid } = get()
      const started = session
      if (uid === null) return
      const door = await io()
      if (session !== started) return
      let first = true
      page.stop = door.watchPage(
        { uid, after: page.after, limit: page.limit },
        (news) => {
          if (session === started) take(page, index, news, first)
          first = false
        },
        () => {
          if (session === started) set({ failed: true, loaded: true })
        },
      )
    }

    const take = (page: Page, index: number, { changes, end, fromCache, size }: LogPage, first: boolean): void => {
      const known = get().entries
      const entries = new Map(known)
      const before = first ? new Set(page.ids) : new Set<string>()
      if (first) page.ids = new Set()
      if (index === 0 && !fromCache) {
        for (const id of ahead) before.add(id)
        ahead = new Set()
      }
      let reordered = false
      for (const change of changes) {
        if (change.kind === 'put') {
          reordered ||= entries.get(change.entry.id)?.timestamp !== change.entry.timestamp
          entries.set(change.entry.id, change.entry)
          page.ids.add(change.entry.id)
          before.delete(change.entry.id)
        } else {
          page.ids.delete(change.id)
          before.add(change.id)
        }
      }
      for (const id of before) {
        if (pages.some((other) => other.ids.has(id))) continue
        entries.delete(id)
        reordered = true
      }
      page.end = end
      page.confirmed ||= !fromCache
      if (index === 0 && get().live === fromCache) set({ live: !fromCache })
      if (!fromCache) outside.markCachedFor(get().uid ?? '')
      publish(entries, reordered)
      const follower = pages[index + 1]
      if (follower && size >= page.limit && oldestTime(page, entries) > follower.afterTime) closeGap(page, index)
      counter.follow(known, entries, reordered)
    }

    /** New entries pushed the last ones out of a page that another follows: it grows, or the list ends there again. */
    const closeGap = (page: Page, index: number): void => {
      const limit = grown(page.limit)
      if (limit !== undefined) {
        page.stop()
        page.limit = limit
        return void watch(page, index)
      }
      for (const { stop } of pages.splice(index + 1)) stop()
      publish(entriesOf(pages, get().entries), true)
    }

    const addPage = (): void => {
      const last = pages.at(-1)
      const page: Page = {
        limit: sizeOfPage(pages.length),
        after: last?.end,
        afterTime: last ? oldestTime(last, get().entries) : Infinity,
        end: undefined,
        ids: new Set(),
        stop: () => {},
        confirmed: false,
      }
      pages.push(page)
      void watch(page, pages.length - 1)
    }

    /** The newest entries before the database is there to follow them. */
    const showAhead = async (uid: string): Promise<void> => {
      const started = session
      const found = await outside.readAhead(uid, sizeOfPage(0))
      if (!found || session !== started || pages[0]?.confirmed) return
      ahead = new Set(found.entries.map(({ id }) => id))
      // What was written here meanwhile stays.
      const entries = new Map([
        ...found.entries.map((entry): [string, LogEntry] => [entry.id, entry]),
        ...get().entries,
      ])
      const count = { known: Math.max(found.count.known, entries.size), exact: found.count.exact }
      set({ entries, order: idsNewestFirst(entries), count, loaded: true })
    }

    const notDeleted = (id: string): void => {
      const deletedHere = new Set(get().deletedHere)
      if (deletedHere.delete(id)) set({ deletedHere })
    }

    const shut = (): void => {
      session++
      counter.stop()
      ahead = new Set()
      for (const page of pages) page.stop()
      pages = []
    }

    return {
      connection: 'idle',
      ...CLOSED,
      open(uid) {
        shut()
        const started = session
        // Asked again for the same person, it shows what it showed.
        const listShown = get().uid === uid && get().listShown
        set({ ...CLOSED, uid, listShown, connection: 'connecting' })
        const tested = showAhead(uid)
          .catch(() => {})
          .then(io)
          .then((door) => door.connect())
          .then(
            () => 'connected' as const,
            (error: unknown) => (isRefusal(error) ? ('error' as const) : ('connected' as const)),
          )
        const begin = (connection: 'connected' | 'error'): void => {
          if (session !== started || get().connection === connection) return
          set({ connection, failed: connection === 'error', loaded: get().loaded || connection === 'error' })
          if (connection !== 'connected') return
          addPage()
          watchSending().catch(() => {})
        }
        opening = Promise.race([tested, outside.patience().then(() => 'connected' as const)]).then(begin)
        // A refusal that comes when nobody waits for it any more is one all the same.
        void tested.then((connection) => {
          if (connection === 'error') begin(connection)
        })
        return opening
      },
      close() {
        shut()
        set({ ...CLOSED, connection: 'idle' })
      },
      recount: counter.recount,
      toggleList: () => set({ listShown: !get().listShown }),
      loadMore() {
        if (get().hasMore && pages.at(-1)?.end !== undefined) {
          addPage()
          set({ hasMore: false })
        }
      },
      async softDelete(id) {
        const { io: door, uid } = await need('delete')
        const wasListed = get().entries.has(id)
        set({ deletedHere: new Set(get().deletedHere).add(id) })
        await sent(door.softDelete(uid, id)).catch((error: unknown) => {
          notDeleted(id)
          throw error
        })
        // The list tells of its own entries by itself.
        if (!wasListed) void counter.recount()
      },
      async restore(id) {
        const { io: door, uid } = await need('update')
        notDeleted(id)
        await sent(door.restore(uid, id))
        if (!get().entries.has(id)) void counter.recount()
      },
      async removeForGood(id) {
        const { io: door, uid } = await need('delete')
        await sent(door.remove(uid, id))
      },
      async changeEach(ids, change, onChanged) {
        const { io: door, uid } = await need('update')
        return door.changeEach(uid, ids, change, onChanged)
      },
      async removeAll(onProgress) {
        const { io: door, uid } = await need('clear')
        await door.removeAll(uid, onProgress)
      },
      async exportAll(onProgress) {
        const { uid } = get()
        const all = uid === null ? [] : await (await io()).readAll(uid, onProgress)
        if (all.length > 0) await outside.saveExport(all)
        return all.length
      },
      watchOne(id, onEntry, onError) {
        const { uid } = get()
        const started = session
        let stop = () => {}
        let stopped = false
        void io().then((door) => {
          if (!stopped && session === started && uid !== null) stop = door.watchOne(uid, id, onEntry, onError)
        }, onError)
        return () => {
          stopped = true
          stop()
        }
      },
      whenAllSent: async () => (await io()).whenAllSent(),
      async forgetDevice() {
        get().close()
        await (await io()).forgetDevice()
      },
    }
  }

function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'permission-denied'
}

export const useJournal = create(
  journalState(async () => (await import('#src/io/firebase/logs.ts')).logsIo, {
    patience: () => new Promise((resolve) => setTimeout(resolve, CONNECT_PATIENCE_MS)),
    quiet: () => new Promise((resolve) => setTimeout(resolve, COUNT_AFTER_MS)),
    markCachedFor: (uid) => writeItem(CACHED_FOR, uid),
    readAhead,
    saveExport: async (entries) => {
      const { saveFile } = await import('#src/io/exportFile.ts')
      saveFile(exportFileName(Date.now()), new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' }))
    },
  }),
)
