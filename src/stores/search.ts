import { create, type StateCreator } from 'zustand'
import { keptEntry, type LogEntry } from '#domain/entry/entry.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { SavedSearchesIo } from '#src/io/firebase/savedSearches.ts'
import { deleteJournalCopy } from '#src/io/search/journalName.ts'
import type { Search, SearchIo } from '#src/io/search/search.ts'
import type { LookBack, TagCount } from '#src/io/search/searchIndex.ts'
import { whenUndisturbed } from '#src/boot/idle.ts'

export type SearchResult = {
  /** What was searched for. */
  readonly text: string
  readonly total: number
  /** Those that are known here, newest first: as many as were asked for. */
  readonly ids: readonly string[]
  readonly entries: ReadonlyMap<string, LogEntry>
}

export type SearchState = {
  readonly uid: string | null
  /** Everything the server has is in the copy that is searched. */
  readonly complete: boolean
  /** How many entries the copy has. */
  readonly size: number
  /** Those of them that the database's list leaves out, and so does its count. */
  readonly unlisted: ReadonlyMap<string, LogEntry>
  /** Grows with every change of the copy: what was read from it before may be old. */
  readonly changes: number
  /** What is searched for, as it was typed. */
  readonly text: string
  /** Null while nothing is searched for, or nothing has been found yet. */
  readonly found: SearchResult | null
  /** The person's tags, the most used first; read when somebody asks. */
  readonly tags: readonly TagCount[]
  /** Rejects where its code cannot be loaded, offline; it can be tried again. */
  readonly open: (uid: string) => Promise<void>
  readonly close: () => void
  /** Removes the copy from the device. */
  readonly forget: (uid: string) => void
  /**
   * Brings the copy up to date with the server, once it is open; offline it stays as it is.
   * @param expected how many listed entries there are at that moment, where it is known: a copy that has an entry which
   * is nowhere any more is made anew
   */
  readonly sync: (expected?: () => number | undefined) => Promise<void>
  /** The same for nobody who waits for it: as long as they do something else with the page, it has time. */
  readonly keepUp: (expected?: () => number | undefined) => void
  /** What has changed on this device. */
  readonly note: (changed: readonly LogEntry[], gone: readonly string[]) => void
  readonly search: (text: string) => void
  readonly loadMore: () => void
  readonly readTags: () => Promise<void>
  /** The person's goals, the latest first, without whether they are done; read when somebody asks. */
  readonly goals: readonly string[]
  readonly readGoals: () => Promise<void>
  /** What the journal adds up to, and this day of other years; read when somebody asks. */
  readonly lookBack: LookBack | null
  readonly readLookBack: (now: number) => Promise<void>
  /** Searches that the person wants again, on all their devices. */
  readonly saved: readonly string[]
  /** Both show at once, and resolve when the server has confirmed. */
  readonly save: (text: string) => Promise<void>
  readonly unsave: (text: string) => Promise<void>
  /** What a search finds, without showing it in the list. */
  readonly all: (text: string, most?: number) => Promise<readonly LogEntry[]>
}

const FIRST = 100
const MORE = 200

const CLOSED = {
  uid: null,
  complete: false,
  size: 0,
  unlisted: new Map<string, LogEntry>(),
  text: '',
  found: null,
  tags: [],
  goals: [],
  saved: [],
  lookBack: null,
} as const

type Server = {
  readonly readChanges: (uid: string, since: number | null) => AsyncIterable<readonly LogEntry[]>
  readonly readNewestChange: (uid: string) => Promise<number>
  /** How many of these entries it has. */
  readonly countOf: (uid: string, ids: readonly string[]) => Promise<number>
}

export const searchState =
  (
    io: () => Promise<SearchIo>,
    server: () => Promise<Server>,
    savedIo: () => Promise<SavedSearchesIo>,
    undisturbed: () => Promise<void>,
    deleteCopy: (uid: string) => void,
  ): StateCreator<SearchState> =>
  (set, get) => {
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0
    let door: Search | undefined
    let syncedTo: number | null = null
    let syncing: Promise<void> | undefined
    /** Somebody wants what a reading that had begun before may not have. */
    let isAskedAgain = false
    /** How many wait for the whole copy. */
    let inWaiting = 0
    /** How many listed entries the last caller knows of. */
    let known: (() => number | undefined) | undefined
    /** Resolves when the copy is open, or cannot be opened. */
    let opening = Promise.withResolvers<void>()
    let asked = 0
    let wanted = FIRST
    let stopSaved = () => {}
    /** Whose copy is to be gone: one that was still being opened is made by that. */
    let forgotten: string | undefined
    /** Noted while the copy was being opened. */
    let early: (() => void)[] = []

    const refresh = async (): Promise<void> => {
      const { text } = get()
      const question = ++asked
      if (!door || text.trim() === '') return
      const { total, entries } = await door.find(text, 0, wanted)
      if (question !== asked) return
      const kept = keptEntries(get().found?.entries, entries)
      set({ found: { text, total, ids: entries.map(({ id }) => id), entries: kept } })
    }

    const measure = async (): Promise<void> => {
      const started = session
      const measured = await door?.measure()
      if (session !== started || !measured) return
      const { size, unlisted } = measured
      set({ size, unlisted: keptEntries(get().unlisted, unlisted), changes: get().changes + 1 })
    }

    /** Entries that were removed for good elsewhere leave no trace to read: how many there are tells of them. */
    const hasRemoved = async (uid: string, expected: () => number | undefined): Promise<boolean> => {
      const { size, unlisted } = get()
      if (size - unlisted.size > (expected() ?? Infinity)) return true
      return unlisted.size > 0 && (await (await server()).countOf(uid, [...unlisted.keys()])) < unlisted.size
    }

    const take = async (copy: Search, page: readonly LogEntry[]): Promise<void> => {
      await copy.put(page.filter(({ deleted }) => !deleted))
      await copy.drop(page.filter(({ deleted }) => deleted).map(({ id }) => id))
      await measure()
    }

    const readAll = async (uid: string, copy: Search, since: number | null): Promise<void> => {
      const started = session
      const isOver = () => session !== started
      const { readChanges, readNewestChange } = await server()
      if (isOver()) return
      // A change during the reading is read again the next time.
      let newest = since ?? (await readNewestChange(uid))
      if (isOver()) return
      for await (const page of readChanges(uid, since)) {
        if (isOver()) return
        await take(copy, page)
        if (since !== null) newest = Math.max(newest, ...page.map(({ lastUpdated }) => lastUpdated ?? 0))
        if (inWaiting === 0 && get().text === '') await undisturbed()
        // Nobody is asked for the next page in the name of somebody who has left.
        if (isOver()) return
      }
      if (isOver()) return
      syncedTo = newest
      await copy.synced(newest)
      set({ complete: true })
      await refresh()
    }

    const syncAll = async (): Promise<void> => {
      await opening.promise
      const started = session
      const { uid } = get()
      const copy = door
      if (uid === null || !copy) return
      for (;;) {
        isAskedAgain = false
        const expected = known
        known = undefined
        await readAll(uid, copy, syncedTo)
        if (session !== started) return
        if (expected && (await hasRemoved(uid, expected)) && session === started) {
          await copy.clear()
          await measure()
          await readAll(uid, copy, null)
        }
        if (!isAskedAgain || session !== started) return
      }
    }

    const begin = (expected: (() => number | undefined) | undefined): Promise<void> => {
      known = expected ?? known
      isAskedAgain = true
      if (syncing) return syncing
      const mine = syncAll()
        // Offline the copy stays as it is.
        .catch(() => {})
        .finally(() => {
          if (syncing === mine) syncing = undefined
        })
      syncing = mine
      return mine
    }

    /** Without them the search works all the same. */
    const followSaved = async (uid: string): Promise<void> => {
      const started = session
      const searches = await savedIo().catch(() => undefined)
      if (!searches || session !== started) return
      stopSaved = searches.watch(uid, (saved) => {
        if (session === started) set({ saved })
      })
    }

    const whenOpen = (action: () => void): void => {
      if (door) action()
      else early.push(action)
    }

    const leave = (): void => {
      session++
      asked++
      door?.close()
      door = undefined
      stopSaved()
      stopSaved = () => {}
      early = []
      set(CLOSED)
    }

    return {
      ...CLOSED,
      changes: 0,
      async open(uid) {
        // Typed, and noted, before anybody has opened it.
        const isFirst = get().uid === null
        const text = isFirst ? get().text : ''
        const noted = isFirst ? early : []
        leave()
        early = noted
        const started = session
        forgotten = undefined
        set({ uid, text })
        const opened = await io()
          .then((doors) => doors.open(uid))
          .catch((error: unknown) => {
            if (session === started) {
              set({ uid: null })
              opening.resolve()
            }
            throw error
          })
        if (session !== started) {
          opened.close()
          if (forgotten === uid) deleteCopy(uid)
          return
        }
        door = opened
        syncedTo = opened.syncedTo
        opening.resolve()
        for (const action of early.splice(0)) action()
        void followSaved(uid)
        set({ complete: syncedTo !== null })
        await measure()
        await refresh()
      },
      close() {
        leave()
        opening.resolve()
        opening = Promise.withResolvers()
        syncing = undefined
        known = undefined
      },
      forget(uid) {
        get().close()
        forgotten = uid
        deleteCopy(uid)
      },
      sync(expected) {
        inWaiting++
        return begin(expected).finally(() => inWaiting--)
      },
      keepUp: (expected) => void begin(expected),
      note(changed, gone) {
        whenOpen(() => {
          if (changed.length > 0) void door?.put(changed)
          if (gone.length > 0) void door?.drop(gone)
          void measure()
          void refresh()
        })
      },
      search(text) {
        if (text === get().text) return
        wanted = FIRST
        set(text.trim() === '' ? { text, found: null } : { text })
        void refresh()
      },
      loadMore() {
        const { found } = get()
        if (!found || found.ids.length >= found.total) return
        wanted = found.ids.length + MORE
        void refresh()
      },
      async readTags() {
        const started = session
        const tags = await door?.tags()
        if (session === started && tags) set({ tags })
      },
      async readGoals() {
        const started = session
        const goals = await door?.goals()
        if (session === started && goals) set({ goals })
      },
      async readLookBack(now) {
        const started = session
        const lookBack = await door?.lookBack(now)
        if (session === started && lookBack) set({ lookBack })
      },
      async save(text) {
        const { uid } = get()
        if (uid !== null) await (await savedIo()).add(uid, text)
      },
      async unsave(text) {
        const { uid } = get()
        if (uid !== null) await (await savedIo()).remove(uid, text)
      },
      all: async (text, most = Infinity) => (await door?.find(text, 0, most))?.entries ?? [],
    }
  }

/** By id; what has not changed keeps its identity. */
function keptEntries(
  before: ReadonlyMap<string, LogEntry> | undefined,
  now: readonly LogEntry[],
): ReadonlyMap<string, LogEntry> {
  const kept = now.map((entry): [string, LogEntry] => [entry.id, keptEntry(before?.get(entry.id), entry)])
  return before?.size === now.length && kept.every(([id, entry]) => before.get(id) === entry) ? before : new Map(kept)
}

export const useSearch = create(
  searchState(
    async () => (await import('#src/io/search/search.ts')).searchIo,
    () => import('#src/io/firebase/changes.ts'),
    async () => (await withDatabases(() => import('#src/io/firebase/savedSearches.ts'))).savedSearchesIo,
    whenUndisturbed,
    deleteJournalCopy,
  ),
)
