import { create, type StateCreator } from 'zustand'
import { reuseUnchangedEntry, type LogEntry } from '#domain/entry/entry.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import type { SavedSearchesIo } from '#src/io/firebase/savedSearches.ts'
import { deleteJournalMirror } from '#src/io/search/journalName.ts'
import type { SearchClient, SearchIo } from '#src/io/search/search.ts'
import type { LookBack, TagCount } from '#src/io/search/searchIndex.ts'
import { whenUserIdle } from '#src/boot/idle.ts'

export type SearchResult = {
  /** The query that was searched for. */
  readonly text: string
  readonly total: number
  /** The ids of the newest results, the newest first. */
  readonly ids: readonly string[]
  readonly entries: ReadonlyMap<string, LogEntry>
}

export type SearchState = {
  readonly uid: string | null
  /** Whether the local mirror has been synchronized completely at least once. */
  readonly complete: boolean
  /** The number of entries in the local mirror. */
  readonly size: number
  /** The unlisted entries of the local mirror. The journal's count does not include them. */
  readonly unlisted: ReadonlyMap<string, LogEntry>
  /** Incremented on every change to the local mirror. Data that was read before the change may be obsolete. */
  readonly revision: number
  /** The query as the user typed it. */
  readonly text: string
  /** The results of the current search; null if the query is empty or before the first results. */
  readonly found: SearchResult | null
  /** The user's tags, the most used first; empty until `readTags` has been called. */
  readonly tags: readonly TagCount[]
  /**
   * Opens the local mirror of a user. Rejects if the code cannot be loaded, for example because the device is offline.
   * `open` can then be called again.
   */
  readonly open: (uid: string) => Promise<void>
  readonly close: () => void
  /** Deletes the local mirror from the device. */
  readonly deleteMirror: (uid: string) => void
  /**
   * Synchronizes the local mirror with the server, as soon as the mirror is open. While the device is offline, the
   * mirror stays unchanged.
   * @param expected returns the number of listed entries, if it is known. A mirror with more entries is rebuilt.
   */
  readonly sync: (expected?: () => number | undefined) => Promise<void>
  /** Synchronizes the local mirror like `sync`, but pauses while the user interacts with the page. */
  readonly syncInBackground: (expected?: () => number | undefined) => void
  /** Applies changes made on this device to the local mirror. */
  readonly applyChanges: (changed: readonly LogEntry[], gone: readonly string[]) => void
  readonly search: (text: string) => void
  readonly loadMore: () => void
  readonly readTags: () => Promise<void>
  /**
   * The texts of the user's goals. The goals of the newest entries come first. The list is empty until `readGoals` has
   * been called.
   */
  readonly goals: readonly string[]
  readonly readGoals: () => Promise<void>
  /**
   * The statistics of the journal, and the entries of this day in earlier years; null until `readLookBack` has been
   * called.
   */
  readonly lookBack: LookBack | null
  readonly readLookBack: (now: number) => Promise<void>
  /** The saved searches of the user, which all their devices share. */
  readonly saved: readonly string[]
  /** `save` and `unsave` change `saved` immediately, and resolve when the server has confirmed the change. */
  readonly save: (text: string) => Promise<void>
  readonly unsave: (text: string) => Promise<void>
  /** Resolves with the results of a search without showing them in the list. */
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
  /** Returns how many of these entries the server has. */
  readonly countExisting: (uid: string, ids: readonly string[]) => Promise<number>
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
    /** Incremented on every open and close. Results that were requested before the last increment are ignored. */
    let generation = 0
    let searchClient: SearchClient | undefined
    let syncedTo: number | null = null
    let syncing: Promise<void> | undefined
    /** Whether a caller needs changes that the sync in progress may not include. */
    let isSyncRequested = false
    /** How many callers wait for the end of a sync. */
    let waiterCount = 0
    /** Returns the number of listed entries. Passed by the last caller of `sync` that knows the number. */
    let expectedCount: (() => number | undefined) | undefined
    /** Resolves when the mirror is open or could not be opened. */
    let opening = Promise.withResolvers<void>()
    let requestId = 0
    let resultLimit = FIRST_RESULTS
    let stopSaved = () => {}
    /**
     * The uid of the user whose mirror must be deleted. A call of `open` that is in progress deletes the mirror when it
     * ends.
     */
    let forgotten: string | undefined
    /** Actions that were requested before the mirror was open. */
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

    /**
     * Resolves with true if another device has deleted entries permanently. Permanently deleted entries leave no record
     * on the server, so only the number of entries reveals their deletion.
     */
    const hasRemoteDeletions = async (uid: string, expected: () => number | undefined): Promise<boolean> => {
      const { size, unlisted } = get()
      if (size - unlisted.size > (expected() ?? Infinity)) return true
      return unlisted.size > 0 && (await (await server()).countExisting(uid, [...unlisted.keys()])) < unlisted.size
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
      // The mirror is marked as synced only up to this time, so the next sync reads all later changes, including those
      // made during this read.
      let newest = since ?? (await readNewestChange(uid))
      if (isOver()) return
      for await (const page of readChanges(uid, since)) {
        if (isOver()) return
        await take(copy, page)
        if (since !== null) newest = Math.max(newest, ...page.map(({ lastUpdated }) => lastUpdated ?? 0))
        if (waiterCount === 0 && get().text === '') await waitForUserIdle()
        // The user may have signed out during the wait.
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
        // While the device is offline, the mirror stays unchanged.
        .catch(() => {})
        .finally(() => {
          if (syncing === mine) syncing = undefined
        })
      syncing = mine
      return mine
    }

    /** Subscribes to the saved searches. Errors are ignored, because search works without the saved searches. */
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
        // The search text and the queued actions are kept. The user may have searched, and entries may have changed,
        // before the mirror was opened.
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

/** Maps entries by id. Unchanged entries stay the same objects. */
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
    async () => (await loadWithDatabases(() => import('#src/io/firebase/savedSearches.ts'))).savedSearchesIo,
    whenUserIdle,
    deleteJournalMirror,
  ),
)
