import { create, type StateCreator } from 'zustand'
import { reuseUnchangedEntry, type LogEntry } from '#domain/entry/entry.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { SavedSearchesIo } from '#src/io/firebase/savedSearches.ts'
import { deleteJournalMirror } from '#src/io/search/journalName.ts'
import type { SearchClient, SearchIo } from '#src/io/search/search.ts'
import type { LookBack, TagCount } from '#src/io/search/searchIndex.ts'
import { whenUserIdle } from '#src/boot/idle.ts'

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
  readonly revision: number
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
  readonly deleteMirror: (uid: string) => void
  /**
   * Brings the copy up to date with the server, once it is open; offline it stays as it is.
   * @param expected how many listed entries there are at that moment, where it is known: a copy that has an entry which
   * is nowhere any more is made anew
   */
  readonly sync: (expected?: () => number | undefined) => Promise<void>
  /** The same for nobody who waits for it: as long as they do something else with the page, it has time. */
  readonly syncInBackground: (expected?: () => number | undefined) => void
  /** What has changed on this device. */
  readonly applyChanges: (changed: readonly LogEntry[], gone: readonly string[]) => void
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
  readonly findAll: (text: string, most?: number) => Promise<readonly LogEntry[]>
}

const FIRST_RESULTS = 100
const MORE_RESULTS = 200

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
    waitForUserIdle: () => Promise<void>,
    deleteCopy: (uid: string) => void,
  ): StateCreator<SearchState> =>
  (set, get) => {
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let generation = 0
    let searchClient: SearchClient | undefined
    let syncedTo: number | null = null
    let syncing: Promise<void> | undefined
    /** Somebody wants what a reading that had begun before may not have. */
    let isSyncRequested = false
    /** How many wait for the whole copy. */
    let waiterCount = 0
    /** How many listed entries the last caller knows of. */
    let expectedCount: (() => number | undefined) | undefined
    /** Resolves when the copy is open, or cannot be opened. */
    let opening = Promise.withResolvers<void>()
    let requestId = 0
    let resultLimit = FIRST_RESULTS
    let stopSaved = () => {}
    /** Whose copy is to be gone: one that was still being opened is made by that. */
    let forgotten: string | undefined
    /** Noted while the copy was being opened. */
    let queuedActions: (() => void)[] = []

    const refresh = async (): Promise<void> => {
      const { text } = get()
      const question = ++requestId
      if (!searchClient || text.trim() === '') return
      const { total, entries } = await searchClient.find(text, 0, resultLimit)
      if (question !== requestId) return
      const kept = reuseEntries(get().found?.entries, entries)
      set({ found: { text, total, ids: entries.map(({ id }) => id), entries: kept } })
    }

    const measure = async (): Promise<void> => {
      const started = generation
      const measured = await searchClient?.measure()
      if (generation !== started || !measured) return
      const { size, unlisted } = measured
      set({ size, unlisted: reuseEntries(get().unlisted, unlisted), revision: get().revision + 1 })
    }

    /** Entries that were removed for good elsewhere leave no trace to read: how many there are tells of them. */
    const hasRemoteDeletions = async (uid: string, expected: () => number | undefined): Promise<boolean> => {
      const { size, unlisted } = get()
      if (size - unlisted.size > (expected() ?? Infinity)) return true
      return unlisted.size > 0 && (await (await server()).countOf(uid, [...unlisted.keys()])) < unlisted.size
    }

    const take = async (copy: SearchClient, page: readonly LogEntry[]): Promise<void> => {
      await copy.put(page.filter(({ deleted }) => !deleted))
      await copy.drop(page.filter(({ deleted }) => deleted).map(({ id }) => id))
      await measure()
    }

    const readAll = async (uid: string, copy: SearchClient, since: number | null): Promise<void> => {
      const started = generation
      const isOver = () => generation !== started
      const { readChanges, readNewestChange } = await server()
      if (isOver()) return
      // A change during the reading is read again the next time.
      let newest = since ?? (await readNewestChange(uid))
      if (isOver()) return
      for await (const page of readChanges(uid, since)) {
        if (isOver()) return
        await take(copy, page)
        if (since !== null) newest = Math.max(newest, ...page.map(({ lastUpdated }) => lastUpdated ?? 0))
        if (waiterCount === 0 && get().text === '') await waitForUserIdle()
        // Nobody is asked for the next page in the name of somebody who has left.
        if (isOver()) return
      }
      if (isOver()) return
      syncedTo = newest
      await copy.markSynced(newest)
      set({ complete: true })
      await refresh()
    }

    const syncAll = async (): Promise<void> => {
      await opening.promise
      const started = generation
      const { uid } = get()
      const copy = searchClient
      if (uid === null || !copy) return
      for (;;) {
        isSyncRequested = false
        const expected = expectedCount
        expectedCount = undefined
        await readAll(uid, copy, syncedTo)
        if (generation !== started) return
        if (expected && (await hasRemoteDeletions(uid, expected)) && generation === started) {
          await copy.clear()
          await measure()
          await readAll(uid, copy, null)
        }
        if (!isSyncRequested || generation !== started) return
      }
    }

    const startSync = (expected: (() => number | undefined) | undefined): Promise<void> => {
      expectedCount = expected ?? expectedCount
      isSyncRequested = true
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
    const watchSavedSearches = async (uid: string): Promise<void> => {
      const started = generation
      const searches = await savedIo().catch(() => undefined)
      if (!searches || generation !== started) return
      stopSaved = searches.watch(uid, (saved) => {
        if (generation === started) set({ saved })
      })
    }

    const whenOpen = (action: () => void): void => {
      if (searchClient) action()
      else queuedActions.push(action)
    }

    const closeMirror = (): void => {
      generation++
      requestId++
      searchClient?.close()
      searchClient = undefined
      stopSaved()
      stopSaved = () => {}
      queuedActions = []
      set(CLOSED)
    }

    return {
      ...CLOSED,
      revision: 0,
      async open(uid) {
        // Typed, and noted, before anybody has opened it.
        const isFirst = get().uid === null
        const text = isFirst ? get().text : ''
        const noted = isFirst ? queuedActions : []
        closeMirror()
        queuedActions = noted
        const started = generation
        forgotten = undefined
        set({ uid, text })
        const opened = await io()
          .then((searchIo) => searchIo.open(uid))
          .catch((error: unknown) => {
            if (generation === started) {
              set({ uid: null })
              opening.resolve()
            }
            throw error
          })
        if (generation !== started) {
          opened.close()
          if (forgotten === uid) deleteCopy(uid)
          return
        }
        searchClient = opened
        syncedTo = opened.syncedTo
        opening.resolve()
        for (const action of queuedActions.splice(0)) action()
        void watchSavedSearches(uid)
        set({ complete: syncedTo !== null })
        await measure()
        await refresh()
      },
      close() {
        closeMirror()
        opening.resolve()
        opening = Promise.withResolvers()
        syncing = undefined
        expectedCount = undefined
      },
      deleteMirror(uid) {
        get().close()
        forgotten = uid
        deleteCopy(uid)
      },
      sync(expected) {
        waiterCount++
        return startSync(expected).finally(() => waiterCount--)
      },
      syncInBackground: (expected) => void startSync(expected),
      applyChanges(changed, gone) {
        whenOpen(() => {
          if (changed.length > 0) void searchClient?.put(changed)
          if (gone.length > 0) void searchClient?.drop(gone)
          void measure()
          void refresh()
        })
      },
      search(text) {
        if (text === get().text) return
        resultLimit = FIRST_RESULTS
        set(text.trim() === '' ? { text, found: null } : { text })
        void refresh()
      },
      loadMore() {
        const { found } = get()
        if (!found || found.ids.length >= found.total) return
        resultLimit = found.ids.length + MORE_RESULTS
        void refresh()
      },
      async readTags() {
        const started = generation
        const tags = await searchClient?.tags()
        if (generation === started && tags) set({ tags })
      },
      async readGoals() {
        const started = generation
        const goals = await searchClient?.goals()
        if (generation === started && goals) set({ goals })
      },
      async readLookBack(now) {
        const started = generation
        const lookBack = await searchClient?.lookBack(now)
        if (generation === started && lookBack) set({ lookBack })
      },
      async save(text) {
        const { uid } = get()
        if (uid !== null) await (await savedIo()).add(uid, text)
      },
      async unsave(text) {
        const { uid } = get()
        if (uid !== null) await (await savedIo()).remove(uid, text)
      },
      findAll: async (text, limit = Infinity) => (await searchClient?.find(text, 0, limit))?.entries ?? [],
    }
  }

/** By id; what has not changed keeps its identity. */
function reuseEntries(
  before: ReadonlyMap<string, LogEntry> | undefined,
  now: readonly LogEntry[],
): ReadonlyMap<string, LogEntry> {
  const kept = now.map((entry): [string, LogEntry] => [entry.id, reuseUnchangedEntry(before?.get(entry.id), entry)])
  return before?.size === now.length && kept.every(([id, entry]) => before.get(id) === entry) ? before : new Map(kept)
}

export const useSearch = create(
  searchState(
    async () => (await import('#src/io/search/search.ts')).searchIo,
    () => import('#src/io/firebase/changes.ts'),
    async () => (await withDatabases(() => import('#src/io/firebase/savedSearches.ts'))).savedSearchesIo,
    whenUserIdle,
    deleteJournalMirror,
  ),
)
