import { LATEST_MS } from '#domain/clock.ts'
import { oldestTimeOf, type LogEntry } from '#domain/entry/entry.ts'
import { countAfterChange, countListed, type EntryCount } from '#domain/entry/entryCount.ts'

type Entries = ReadonlyMap<string, LogEntry>

type EntryCounterDeps = {
  readonly list: () => {
    readonly uid: string | null
    readonly entries: Entries
    /** Newest first. */
    readonly order: readonly string[]
    readonly hasMore: boolean
    readonly count: EntryCount
  }
  readonly pages: () => readonly { readonly ids: ReadonlySet<string>; readonly confirmed: boolean }[]
  /** Debounces recounts: a count query costs up to a hundred reads. */
  readonly waitForQuiet: () => Promise<void>
  readonly countOlderThan: (uid: string, time: number) => Promise<number>
  readonly publish: (count: EntryCount) => void
}

type EntryCounter = {
  /** Counts the entries in the list, and asks the server for the number of older ones. */
  readonly recount: () => Promise<void>
  /** Updates the count after a change of the list. Asks the server only if the list is not enough. */
  readonly onListChange: (before: Entries, after: Entries, reordered: boolean) => void
  readonly stop: () => void
}

/** Counts the listed entries of a journal, of which the list contains the newest. */
export function createEntryCounter({
  list,
  pages,
  waitForQuiet,
  countOlderThan,
  publish,
}: EntryCounterDeps): EntryCounter {
  /** Incremented on every request; only the answer to the latest one is used. */
  let latestRequest = 0
  /** True when entries changed in a way that the count does not include yet. */
  let isStale = false

  const recount = async (): Promise<void> => {
    const requestId = ++latestRequest
    isStale = true
    if (list().count.exact && list().hasMore) await waitForQuiet()
    if (latestRequest !== requestId) return
    const { uid, entries, order, hasMore, count } = list()
    if (uid === null) return
    // A page that has not loaded says nothing about the number of entries.
    if (pages().some((page) => !page.confirmed && page.ids.size === 0)) return
    if (!hasMore) {
      isStale = false
      return publish({ known: countListed(entries), exact: pages().every((page) => page.confirmed) })
    }
    const oldest = oldestTimeOf(order, entries) ?? LATEST_MS - 1
    // The server counts the entries of the oldest shown millisecond, so they are left out of the entries shown.
    const newer = [...entries.values()].filter(({ timestamp }) => (timestamp ?? -Infinity) > oldest).length
    publish({ known: Math.max(countListed(entries), count.known), exact: count.exact })
    const older = await countOlderThan(uid, oldest + 1).catch(() => undefined)
    if (latestRequest !== requestId) return
    isStale = false
    publish(older === undefined ? { known: countListed(entries), exact: false } : { known: newer + older, exact: true })
  }

  return {
    recount,
    onListChange(before, after, reordered) {
      const { count, hasMore } = list()
      // While a request is pending, its answer may or may not include this change.
      const isKnown = count.exact && !isStale && hasMore && before.size > 0
      const next = isKnown ? countAfterChange(count, before, after) : undefined
      if (next) publish(next)
      else if (reordered || isStale || !count.exact) void recount()
    },
    stop() {
      latestRequest++
      isStale = false
    },
  }
}
