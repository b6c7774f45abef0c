import type { StateCreator } from 'zustand'
import type { Day, Period } from '#domain/activity/activity.ts'
import { exportFileName, exportText } from '#domain/archive/exportText.ts'
import { contentOf } from '#domain/entry/content.ts'
import { reuseUnchangedEntry, type LogEntry } from '#domain/entry/entry.ts'
import type { EntryCount } from '#domain/entry/entryCount.ts'
import { FIRST_LIST_SIZE, nextListSize, type InitialEntries } from '#domain/entry/pages.ts'
import type { EntryChange } from '#domain/entry/merge.ts'
import { isDenied, WriteUnavailable } from '#domain/errors.ts'
import {
  entryIdOf,
  verbOf,
  withOperations,
  type Operation,
  type Outcome,
  type QueuedOperation,
} from '#domain/journal/operations.ts'
import type { View } from '#domain/journal/view.ts'
import { readInitialEntries } from '#src/boot/initialEntries.ts'
import type { LookBack, TagCount } from '#src/io/journal/journalIndex.ts'
import type { Journal, JournalListener } from '#src/io/journal/journal.ts'
import type { NewOperation } from '#src/io/journal/database.ts'
import type { Summary } from '#src/io/journal/engine.ts'
import type { ViewUpdate } from '#src/io/journal/liveViews.ts'
import type { Answered } from '#src/io/journal/push.ts'
import { CACHED_UID_KEY, writeItem } from '#src/io/storage.ts'
import type { UserSession } from './session.ts'
import { loadJournal } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

/** The state of the connection to the database (specification §4). */
type JournalConnection = 'idle' | 'connecting' | 'connected' | 'error'

/** A view as it was last answered. While the user types a search, the answer to an earlier search stays visible. */
export type ShownView = Omit<ViewUpdate, 'entries'>

/** An operation that the server has answered, in the tab that has sent it. `isAwaited`: the tab waits for the answer. */
export type AnsweredOperation = Answered & { readonly isAwaited: boolean }

export type JournalState = {
  readonly connection: JournalConnection
  /** Whether the device has all changes of the server, and receives further changes. */
  readonly live: boolean
  /** Whether the newest entries are known. */
  readonly loaded: boolean
  /** Whether the journal cannot be read. */
  readonly failed: boolean
  /** The entries of all open views by id. An unchanged entry stays the same object, so that one change renders one row. */
  readonly entries: ReadonlyMap<string, LogEntry>
  /** The open views by name. */
  readonly views: ReadonlyMap<string, ShownView>
  /** The number of entries that are not deleted. */
  readonly count: EntryCount
  /** Whether the device has all entries of the journal. */
  readonly isComplete: boolean
  /** The operations that the server has not answered. */
  readonly queue: readonly QueuedOperation[]
  /** Incremented on every change to the entries. Data that was read before the change may be obsolete. */
  readonly revision: number
  readonly lastAnswered: AnsweredOperation | null
  /** How many entries a deletion of all entries has deleted so far. */
  readonly deletedCount: number
  /** The query as the user typed it. */
  readonly text: string
  /** The day or week that the list is filtered by. */
  readonly day: Period | null
  /** The number of entries of each day, by the day's key. */
  readonly countsByDay: ReadonlyMap<string, number>
  /** The user's tags, the most used first; empty until `readTags` has been called. */
  readonly tags: readonly TagCount[]
  /** The texts of the user's goals, those of the newest entries first; empty until `readGoals` has been called. */
  readonly goals: readonly string[]
  /** The statistics of the journal, and the entries of this day in earlier years; null until `readLookBack` was called. */
  readonly lookBack: LookBack | null

  readonly open: () => Promise<void>
  /** Called when the network may be back. */
  readonly retry: () => void
  /** Opens a view under a name, until the returned function is called. */
  readonly watch: (name: string, view: View) => () => void
  /** Opens the view of one entry. If the device lacks it, the entry is read from the server. */
  readonly watchEntry: (id: string) => () => void
  /** The entries that neither the device nor the server has. */
  readonly absent: ReadonlySet<string>
  /** Shows more entries of the list or of the search. */
  readonly loadMore: (name: string) => void
  readonly search: (text: string) => void
  readonly chooseDay: (day: Period | null) => void
  readonly countDays: (days: readonly Day[]) => Promise<void>
  readonly readTags: () => Promise<void>
  readonly readGoals: () => Promise<void>
  readonly readLookBack: (now: number) => Promise<void>
  /** Resolves with the newest entries that match a search; with all entries that are not deleted for an empty search. */
  readonly findAll: (text: string, limit?: number) => Promise<readonly LogEntry[]>
  /**
   * Changes data of the user, immediately on this device. Resolves when the server has answered, also if another tab has
   * sent the change. Rejects with `WriteUnavailable` if the database rejects the user.
   */
  readonly change: (operation: Operation, key?: string) => Promise<Outcome>
  /**
   * Changes many entries. `onAnswer` is called with the server's answer to each change. Resolves with false if the server
   * stops to answer; the remaining changes are then withdrawn.
   */
  readonly changeAll: (
    changes: readonly EntryChange[],
    onAnswer: (change: EntryChange, outcome: Outcome) => void,
  ) => Promise<boolean>
  /** Resolves when the device has all entries and changes, or with false if the server does not answer. */
  readonly whenSynced: () => Promise<boolean>
  /** Sends all operations at once. Resolves when the server has answered all of them. */
  readonly flush: () => Promise<void>
  readonly saveExport: (entries: readonly LogEntry[]) => Promise<void>
}

type JournalDeps = {
  readonly loadJournal: () => Promise<Journal>
  /** Reads the newest entries before the code of the journal has loaded. */
  readonly readInitialEntries: (uid: string, limit: number) => Promise<InitialEntries | undefined>
  /** Records that this device has the user's journal. */
  readonly markCachedFor: (uid: string) => void
  readonly saveExport: (entries: readonly LogEntry[]) => Promise<void>
  readonly wait: (ms: number) => Promise<void>
}

/** How long to wait for the connection test. While the device is offline, the test never ends. */
const CONNECT_TIMEOUT_MS = 1500
/** How long `changeAll` waits for the next answer. */
const ANSWER_TIMEOUT_MS = 15_000
/** How long `whenSynced` waits for progress. */
const SYNC_TIMEOUT_MS = 5000
const FIRST_RESULTS = 100
const MORE_RESULTS = 200
const LIST = 'list'
const SEARCH = 'search'
const PERIOD = 'period'

export const journalState =
  ({ uid, signal }: UserSession, deps: JournalDeps): StateCreator<JournalState> =>
  (set, get, store) => {
    let opening: Promise<Journal> | undefined
    let connecting: Promise<void> = Promise.resolve()
    /** The open views. A view that several screens show is open until all have closed it. */
    const open = new Map<string, { readonly id: number; view: View; watchers: number }>()
    let lastViewId = 0
    /** The entries that are shown until the journal has the newest entries. */
    let initialIds: readonly string[] = []
    let hasNewest = false
    const listener: JournalListener = {
      onView(id, { entries: changed, ...update }) {
        const name = [...open.keys()].find((one) => open.get(one)?.id === id)
        if (name === undefined) return
        const ids = name === LIST && !hasNewest ? [...new Set([...update.ids, ...initialIds])] : update.ids
        const views = new Map(get().views).set(name, { ...update, ids })
        if (name === LIST && !hasNewest && ids.length === 0) views.delete(LIST)
        const entries = new Map(get().entries)
        for (const entry of changed) entries.set(entry.id, reuseUnchangedEntry(entries.get(entry.id), entry))
        set({ views, entries: entriesIn(views, entries), loaded: get().loaded || (name === LIST && hasNewest) })
        if (update.view.kind === 'entry' && ids.length === 0) loadMissing(update.view.id)
      },
      onSummary(summary) {
        const { isComplete, queue } = summary
        hasNewest = summary.hasNewest
        set({ count: countAfter(summary), isComplete, queue, revision: get().revision + 1 })
        if (isComplete && uid !== null && !signal.aborted) deps.markCachedFor(uid)
      },
      // The change is visible before the device has stored it. The next update of the views confirms it.
      onQueued(added) {
        const { views, entries } = get()
        const changed = added.reduce(withChange, { views, entries })
        if (changed.entries !== entries) set(changed)
      },
      onAnswer: (lastAnswered) => set({ lastAnswered }),
      onDeleted: (ids) => set({ deletedCount: get().deletedCount + ids.length }),
      onSync(event) {
        if (event === 'synced') set({ live: true, failed: false })
        else if (event === 'denied') deny()
        else set({ live: false, failed: event === 'failed' && !get().loaded })
      },
    }

    const countAfter = ({ size, isComplete, queue }: Summary): EntryCount => {
      const { count, live } = get()
      // The initial count is better than the number of entries on a device that lacks the newest entries.
      const isAdded = queue.some(({ operation }) => operation.kind === 'add')
      if (!hasNewest) return { known: Math.max(count.known, size), exact: count.exact && !isAdded }
      return { known: size, exact: count.exact ? isComplete || size === count.known : isComplete && live }
    }

    const deny = (): void => set({ connection: 'error', failed: true, loaded: true, live: false })

    const openOnce = (): Promise<Journal> =>
      (opening ??= deps.loadJournal().then(
        (journal) => {
          journal.subscribe(listener)
          return journal
        },
        (error: unknown) => {
          opening = undefined
          throw error
        },
      ))

    /** Resolves with the journal when it is open; with undefined if it cannot be opened. */
    const whenOpen = (): Promise<Journal | undefined> =>
      (opening ?? connecting.then(() => opening)).catch(() => undefined)

    /** Runs work with the open journal. Nothing happens while its code cannot be loaded; `retry` loads it again. */
    const withJournal = (work: (journal: Journal) => void): void => {
      opening?.then(work, () => {})
    }

    const requireJournal = async (verb: ReturnType<typeof verbOf>): Promise<Journal> => {
      await connecting
      if (uid === null || get().connection !== 'connected') throw new WriteUnavailable(verb)
      return openOnce()
    }

    /** Fills the device without pauses, because the user looks for entries that it may lack. */
    const hurry = (): void => {
      if (!get().isComplete) withJournal((journal) => void journal.fill())
    }

    /** Reads an entry from the server, on a device that lacks entries. */
    const loadMissing = (id: string): void => {
      const { isComplete, entries } = get()
      if (isComplete || entries.has(id)) return
      withJournal((journal) => {
        journal.loadEntry(id).then(
          (exists) => exists || set({ absent: get().absent.union(new Set([id])) }),
          // The device is offline. `retry` reads the entry again.
          () => {},
        )
      })
    }

    const showView = (name: string, view: View): void => {
      const shown = open.get(name) ?? { id: ++lastViewId, view, watchers: 0 }
      shown.view = view
      open.set(name, shown)
      withJournal((journal) => journal.watch(shown.id, shown.view))
    }

    const closeView = (name: string): void => {
      const shown = open.get(name)
      if (!shown) return
      open.delete(name)
      withJournal((journal) => journal.unwatch(shown.id))
      const views = new Map(get().views)
      views.delete(name)
      set({ views, entries: entriesIn(views, get().entries) })
    }

    const showInitialEntries = async (user: string): Promise<void> => {
      const found = await deps.readInitialEntries(user, FIRST_LIST_SIZE).catch(() => undefined)
      if (!found || hasNewest) return
      initialIds = found.entries.map(({ id }) => id)
      const { views, entries } = get()
      const view = { kind: 'list', limit: FIRST_LIST_SIZE } as const
      const ids = [...new Set([...(views.get(LIST)?.ids ?? []), ...initialIds])]
      const shown = { view, ids, total: found.count.known, hasMore: initialIds.length >= view.limit }
      set({
        views: new Map(views).set(LIST, shown),
        entries: new Map([...found.entries.map((entry): [string, LogEntry] => [entry.id, entry]), ...entries]),
        count: found.count,
        loaded: true,
      })
    }

    /** Opens the journal and tests the connection. Waits for the initial entries until the timeout. */
    const connect = async (user: string, timeout: Promise<unknown>): Promise<'connected' | 'error'> => {
      await Promise.race([showInitialEntries(user), timeout])
      const journal = await openOnce()
      for (const { id, view } of open.values()) journal.watch(id, view)
      if (get().connection === 'connected') journal.start()
      const isAllowed = await journal.connect().then(
        () => true,
        (error: unknown) => !isDenied(error),
      )
      if (!isAllowed) void journal.refuseAll()
      return isAllowed ? 'connected' : 'error'
    }

    const applyConnection = (connection: 'connected' | 'error'): void => {
      if (connection === 'error') return deny()
      if (get().connection === 'error') return
      set({ connection })
      withJournal((journal) => journal.start())
    }

    return {
      connection: 'idle',
      live: false,
      loaded: false,
      failed: false,
      entries: new Map(),
      views: new Map(),
      count: { known: 0, exact: false },
      isComplete: false,
      queue: [],
      revision: 0,
      absent: new Set(),
      lastAnswered: null,
      deletedCount: 0,
      text: '',
      day: null,
      countsByDay: new Map(),
      tags: [],
      goals: [],
      lookBack: null,

      open() {
        if (uid === null) return Promise.resolve()
        set({ connection: 'connecting', failed: false })
        showView(LIST, { kind: 'list', limit: FIRST_LIST_SIZE })
        // While the device is offline, the test never ends.
        const timeout = deps.wait(CONNECT_TIMEOUT_MS).then(() => 'connected' as const)
        // While the device is offline, the code may be missing. `retry` then opens the journal again.
        const tested = connect(uid, timeout).catch(() => 'connected' as const)
        void tested.then(applyConnection)
        connecting = Promise.race([tested, timeout]).then(applyConnection)
        return connecting
      },
      retry() {
        if (!opening && uid !== null) return void get().open()
        withJournal((journal) => journal.retry())
        for (const { view } of open.values()) if (view.kind === 'entry') loadMissing(view.id)
      },
      watch(name, view) {
        showView(name, view)
        const shown = open.get(name)
        if (shown) shown.watchers++
        return () => {
          if (shown && --shown.watchers === 0 && open.get(name) === shown) closeView(name)
        }
      },
      watchEntry: (id) => get().watch(`entry:${id}`, { kind: 'entry', id }),
      loadMore(name) {
        const view = open.get(name)?.view
        const shown = get().views.get(name)
        if (!view || !('limit' in view) || !shown?.hasMore) return
        const larger = view.kind === 'list' ? nextListSize(view.limit) : view.limit + MORE_RESULTS
        // The entries that fit into the present limit may not have arrived yet.
        const limit = shown.ids.length < view.limit ? view.limit : larger
        if (view.kind === 'list' && !get().isComplete)
          withJournal((journal) => void journal.loadOlder(limit).catch(() => {}))
        if (limit > view.limit) showView(name, { ...view, limit })
      },
      search(text) {
        if (text === get().text) return
        set({ text })
        if (text.trim() === '') closeView(SEARCH)
        else {
          showView(SEARCH, { kind: 'search', text, limit: FIRST_RESULTS })
          hurry()
        }
      },
      chooseDay(day) {
        closeView(PERIOD)
        set({ day })
        if (!day) return
        showView(PERIOD, { kind: 'period', from: day.from, to: day.to })
        hurry()
      },
      async countDays(days) {
        const counts = await (await whenOpen())?.countSpans(days)
        if (counts) set({ countsByDay: new Map(days.map(({ key }, index) => [key, counts[index] ?? 0])) })
      },
      async readTags() {
        const tags = await (await whenOpen())?.tags()
        if (tags) set({ tags })
      },
      async readGoals() {
        const goals = await (await whenOpen())?.goals()
        if (goals) set({ goals })
      },
      async readLookBack(now) {
        const lookBack = await (await whenOpen())?.lookBack(now)
        if (lookBack) set({ lookBack })
      },
      findAll: async (text, limit = Infinity) => (await (await whenOpen())?.find(text, limit)) ?? [],
      async change(operation, key = crypto.randomUUID()) {
        const journal = await requireJournal(verbOf(operation))
        const answered = journal.whenAnswered(key)
        await journal.enqueue([{ key, operation }])
        return answered
      },
      async changeAll(changes, onAnswer) {
        const journal = await requireJournal('update')
        const operations = changes.map(({ before, changes: parts }) => {
          const base = contentOf(before)
          const mine = { ...base, ...parts }
          return {
            key: crypto.randomUUID(),
            operation: { kind: 'edit', id: before.id, base, mine, isBulk: true } as const,
          }
        })
        const unanswered = new Set(operations.map(({ key }) => key))
        const answered = operations.map(async ({ key }, index) => {
          const outcome = await journal.whenAnswered(key)
          unanswered.delete(key)
          const change = changes[index]
          if (change) onAnswer(change, outcome)
        })
        await journal.enqueue(operations)
        const all = Promise.all(answered).then(() => true)
        for (let left = Infinity; unanswered.size < left;) {
          left = unanswered.size
          if (await Promise.race([all, deps.wait(ANSWER_TIMEOUT_MS).then(() => false)])) return true
        }
        await journal.withdraw([...unanswered])
        return false
      },
      async whenSynced() {
        const isSynced = () => get().isComplete && get().live
        void connecting.then(hurry)
        const synced = Promise.withResolvers<void>()
        const stop = store.subscribe(() => isSynced() && synced.resolve())
        let revision: number
        do {
          revision = get().revision
          if (!isSynced()) await Promise.race([synced.promise, deps.wait(SYNC_TIMEOUT_MS)])
        } while (!isSynced() && get().revision !== revision)
        stop()
        return isSynced()
      },
      async flush() {
        if (uid !== null) await (await openOnce()).flush()
      },
      saveExport: deps.saveExport,
    }
  }

type Shown = Pick<JournalState, 'views' | 'entries'>

/** Applies an operation to the entries on the screen. A new entry follows with the next update of the views. */
function withChange({ views, entries }: Shown, added: NewOperation): Shown {
  const entry = entries.get(entryIdOf(added.operation) ?? '')
  if (!entry) return { views, entries }
  const changed = withOperations(entry, [{ ...added, seq: 0 }])
  if (changed?.deleted === entry.deleted) return { views, entries: new Map(entries).set(entry.id, changed) }
  const left = new Map(
    [...views].map(([name, view]) => [name, { ...view, ids: view.ids.filter((id) => id !== entry.id) }]),
  )
  return { views: left, entries: entriesIn(left, entries) }
}

/** Returns the entries that a view shows. */
function entriesIn(
  views: ReadonlyMap<string, ShownView>,
  entries: ReadonlyMap<string, LogEntry>,
): ReadonlyMap<string, LogEntry> {
  const shown = new Map<string, LogEntry>()
  for (const { ids } of views.values())
    for (const id of ids) {
      const entry = entries.get(id)
      if (entry) shown.set(id, entry)
    }
  return shown
}

/** Returns the search whose results are shown; undefined before the first results. */
export function shownSearch({ views }: JournalState): string | undefined {
  const view = views.get(SEARCH)?.view
  return view?.kind === 'search' ? view.text : undefined
}

/** Whether the server has saved a new entry. */
export const isConfirmedEntry = (answered: AnsweredOperation | null): boolean =>
  answered?.outcome === 'saved' && answered.queued.operation.kind === 'add'

export const useJournal = defineUserStore((session) =>
  journalState(session, {
    loadJournal: () => loadJournal(session),
    readInitialEntries,
    markCachedFor: (uid) => writeItem(CACHED_UID_KEY, uid),
    saveExport: async (entries) => {
      const { downloadFile } = await import('#src/io/exportFile.ts')
      downloadFile(exportFileName(Date.now()), new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' }))
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }),
)
