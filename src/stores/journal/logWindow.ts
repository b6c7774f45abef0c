import { idsNewestFirst, reuseUnchangedEntry, type LogEntry } from '#domain/entry/entry.ts'
import {
  entriesInPages,
  largerPageLimit,
  oldestTimeInPage,
  sizeOfPage,
  type PageSnapshot,
  type PageRequest,
} from '#domain/entry/pages.ts'

/** The loaded part of a journal, and the state of its loading. */
export type LoadedLogs = {
  /** Whether the server is reachable and has confirmed the visible entries. */
  readonly live: boolean
  /** The entries by id. An unchanged entry stays the same object, so that one change renders only one row. */
  readonly entries: ReadonlyMap<string, LogEntry>
  /** The ids of the entries, the newest first. */
  readonly order: readonly string[]
  readonly loaded: boolean
  readonly hasMore: boolean
  readonly failed: boolean
}

/**
 * The newest entries of a user, in pages. Every page has its own live query and begins where the previous page ends.
 */
export type LogWindow = {
  readonly pages: () => readonly Pick<Page, 'ids' | 'confirmed'>[]
  /**
   * Shows entries before the first page has loaded.
   * @returns false if the server has already confirmed the first page, because the confirmed entries are newer
   */
  readonly showInitialEntries: (found: readonly LogEntry[]) => boolean
  /** Adds a page after the last page. Does nothing while the end of the last page is unknown. */
  readonly addPage: () => void
  /** Ends all live queries. */
  readonly close: () => void
}

type PageSource = {
  readonly watchPage: (request: PageRequest, onPage: (page: PageSnapshot) => void, onError: () => void) => () => void
}

type LogWindowDeps = {
  readonly uid: string
  readonly io: () => Promise<PageSource>
  readonly get: () => LoadedLogs
  readonly set: (change: Partial<LoadedLogs>) => void
  /** Called when the server has answered the query of a page. */
  readonly onConfirmed: () => void
  readonly onChanged: (before: LoadedLogs['entries'], after: LoadedLogs['entries'], reordered: boolean) => void
}

type Page = {
  limit: number
  /** `cursor` is the last entry of the previous page, and `afterTime` is the time of that entry. */
  readonly cursor: unknown
  readonly afterTime: number
  nextCursor: unknown
  ids: Set<string>
  stop: () => void
  confirmed: boolean
}

/** Creates a window without pages; `addPage` adds a page when the user scrolls to the end. */
export function createLogWindow({ uid, io, get, set, onConfirmed, onChanged }: LogWindowDeps): LogWindow {
  let pages: Page[] = []
  /** The initial entries that the first page's live query has not confirmed yet. */
  let initialIds: ReadonlySet<string> = new Set()
  let closed = false

  const publish = (entries: LoadedLogs['entries'], reordered: boolean): void => {
    const last = pages.at(-1)
    const hasMore = last !== undefined && last.ids.size >= last.limit && last.nextCursor !== undefined
    const order = reordered ? idsNewestFirst(entries) : get().order
    const loaded = get().loaded || entries.size > 0 || (pages[0]?.confirmed ?? false)
    set({ entries, order, hasMore, loaded })
  }

  const subscribe = async (page: Page): Promise<void> => {
    const logsIo = await io()
    if (closed || !pages.includes(page)) return
    let isFirst = true
    page.stop = logsIo.watchPage(
      { uid, cursor: page.cursor, limit: page.limit },
      (update) => {
        if (!closed) applyPage(page, update, isFirst)
        isFirst = false
      },
      () => {
        if (!closed) set({ failed: true, loaded: true })
      },
    )
  }

  const applyPage = (page: Page, { changes, nextCursor, fromCache, size }: PageSnapshot, isFirst: boolean): void => {
    const isNewest = page === pages[0]
    const previous = get().entries
    const entries = new Map(previous)
    const removedIds = isFirst ? new Set(page.ids) : new Set<string>()
    if (isFirst) page.ids = new Set()
    if (isNewest && !fromCache) {
      for (const id of initialIds) removedIds.add(id)
      initialIds = new Set()
    }
    let reordered = false
    for (const change of changes) {
      if (change.kind === 'put') {
        const previousEntry = entries.get(change.entry.id)
        reordered ||= previousEntry?.timestamp !== change.entry.timestamp
        entries.set(change.entry.id, reuseUnchangedEntry(previousEntry, change.entry))
        page.ids.add(change.entry.id)
        removedIds.delete(change.entry.id)
      } else {
        page.ids.delete(change.id)
        removedIds.add(change.id)
      }
    }
    for (const id of removedIds) {
      if (pages.some((other) => other.ids.has(id))) continue
      entries.delete(id)
      reordered = true
    }
    page.nextCursor = nextCursor
    page.confirmed ||= !fromCache
    if (isNewest && get().live === fromCache) set({ live: !fromCache })
    if (!fromCache) onConfirmed()
    publish(entries, reordered)
    const nextPage = pages[pages.indexOf(page) + 1]
    if (nextPage && size >= page.limit && oldestTimeInPage(page, entries) > nextPage.afterTime) closeGap(page)
    onChanged(previous, entries, reordered)
  }

  /**
   * Closes the gap between a page and the next page. A gap appears when new entries push the oldest entries out of the
   * page. The page then grows. If it already has the largest size, all later pages are dropped.
   */
  const closeGap = (page: Page): void => {
    const limit = largerPageLimit(page.limit)
    if (limit !== undefined) {
      page.stop()
      page.limit = limit
      return void subscribe(page)
    }
    for (const { stop } of pages.splice(pages.indexOf(page) + 1)) stop()
    publish(entriesInPages(pages, get().entries), true)
  }

  return {
    pages: () => pages,
    showInitialEntries(found) {
      if (pages[0]?.confirmed) return false
      initialIds = new Set(found.map(({ id }) => id))
      // Entries that were written on this device in the meantime stay in the list.
      const entries = new Map([...found.map((entry): [string, LogEntry] => [entry.id, entry]), ...get().entries])
      set({ entries, order: idsNewestFirst(entries), loaded: true })
      return true
    },
    addPage() {
      const last = pages.at(-1)
      if (last && last.nextCursor === undefined) return
      const page: Page = {
        limit: sizeOfPage(pages.length),
        cursor: last?.nextCursor,
        afterTime: last ? oldestTimeInPage(last, get().entries) : Infinity,
        nextCursor: undefined,
        ids: new Set(),
        stop: () => {},
        confirmed: false,
      }
      pages.push(page)
      void subscribe(page)
    },
    close() {
      closed = true
      for (const page of pages) page.stop()
      pages = []
    },
  }
}
