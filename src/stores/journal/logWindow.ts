import { idsNewestFirst, keptEntry, type LogEntry } from '#domain/entry/entry.ts'
import { entriesOf, grown, oldestTime, sizeOfPage, type LogPage, type PageRequest } from '#domain/entry/pages.ts'

/** What the window shows of a journal. */
export type ShownLogs = {
  /** The server has confirmed what the list shows, and can be reached. */
  readonly live: boolean
  /** By id; an entry keeps its identity until it changes, so that one change renders one row. */
  readonly entries: ReadonlyMap<string, LogEntry>
  /** Newest first. */
  readonly order: readonly string[]
  readonly loaded: boolean
  readonly hasMore: boolean
  readonly failed: boolean
}

/** The newest entries of one person, in pages that are followed: each begins where the one before ends. */
export type LogWindow = {
  readonly pages: () => readonly Pick<Page, 'ids' | 'confirmed'>[]
  /**
   * Shows entries before the first page has them.
   * @returns whether it did: what the server has confirmed is newer
   */
  readonly showAhead: (found: readonly LogEntry[]) => boolean
  /** Follows one page more, once the last one has an end. */
  readonly grow: () => void
  /** Follows nothing any more. */
  readonly close: () => void
}

type Door = {
  readonly watchPage: (request: PageRequest, onPage: (page: LogPage) => void, onError: () => void) => () => void
}

type Outside = {
  readonly uid: string
  readonly io: () => Promise<Door>
  readonly get: () => ShownLogs
  readonly set: (change: Partial<ShownLogs>) => void
  /** The server has answered for a page. */
  readonly confirmed: () => void
  readonly changed: (before: ShownLogs['entries'], after: ShownLogs['entries'], reordered: boolean) => void
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

/** Follows the newest entries of a journal, as many as somebody has scrolled to. */
export function logWindow({ uid, io, get, set, confirmed, changed }: Outside): LogWindow {
  let pages: Page[] = []
  /** Entries shown ahead of the first page's listener, which then says whether they are still there. */
  let ahead: ReadonlySet<string> = new Set()
  let closed = false

  const publish = (entries: ShownLogs['entries'], reordered: boolean): void => {
    const last = pages.at(-1)
    const hasMore = last !== undefined && last.ids.size >= last.limit && last.end !== undefined
    const order = reordered ? idsNewestFirst(entries) : get().order
    const loaded = get().loaded || entries.size > 0 || (pages[0]?.confirmed ?? false)
    set({ entries, order, hasMore, loaded })
  }

  const watch = async (page: Page): Promise<void> => {
    const door = await io()
    if (closed || !pages.includes(page)) return
    let first = true
    page.stop = door.watchPage(
      { uid, after: page.after, limit: page.limit },
      (news) => {
        if (!closed) take(page, news, first)
        first = false
      },
      () => {
        if (!closed) set({ failed: true, loaded: true })
      },
    )
  }

  const take = (page: Page, { changes, end, fromCache, size }: LogPage, first: boolean): void => {
    const isNewest = page === pages[0]
    const known = get().entries
    const entries = new Map(known)
    const before = first ? new Set(page.ids) : new Set<string>()
    if (first) page.ids = new Set()
    if (isNewest && !fromCache) {
      for (const id of ahead) before.add(id)
      ahead = new Set()
    }
    let reordered = false
    for (const change of changes) {
      if (change.kind === 'put') {
        const was = entries.get(change.entry.id)
        reordered ||= was?.timestamp !== change.entry.timestamp
        entries.set(change.entry.id, keptEntry(was, change.entry))
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
    if (isNewest && get().live === fromCache) set({ live: !fromCache })
    if (!fromCache) confirmed()
    publish(entries, reordered)
    const follower = pages[pages.indexOf(page) + 1]
    if (follower && size >= page.limit && oldestTime(page, entries) > follower.afterTime) closeGap(page)
    changed(known, entries, reordered)
  }

  /** New entries pushed the last ones out of a page that another follows: it grows, or the list ends there again. */
  const closeGap = (page: Page): void => {
    const limit = grown(page.limit)
    if (limit !== undefined) {
      page.stop()
      page.limit = limit
      return void watch(page)
    }
    for (const { stop } of pages.splice(pages.indexOf(page) + 1)) stop()
    publish(entriesOf(pages, get().entries), true)
  }

  return {
    pages: () => pages,
    showAhead(found) {
      if (pages[0]?.confirmed) return false
      ahead = new Set(found.map(({ id }) => id))
      // What was written here meanwhile stays.
      const entries = new Map([...found.map((entry): [string, LogEntry] => [entry.id, entry]), ...get().entries])
      set({ entries, order: idsNewestFirst(entries), loaded: true })
      return true
    },
    grow() {
      const last = pages.at(-1)
      if (last && last.end === undefined) return
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
      void watch(page)
    },
    close() {
      closed = true
      for (const page of pages) page.stop()
      pages = []
    },
  }
}
