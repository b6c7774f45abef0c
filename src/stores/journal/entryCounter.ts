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
  /** Resolves when what changes together has had its time: a question costs up to a hundred reads. */
  readonly waitForQuiet: () => Promise<void>
  readonly countOlderThan: (uid: string, time: number) => Promise<number>
  readonly publish: (count: EntryCount) => void
}

type EntryCounter = {
  /** Asks the server for what is older than the list, which counts itself. */
  readonly recount: () => Promise<void>
  /** After the list has changed: asks only where what is shown does not tell. */
  readonly onListChange: (before: Entries, after: Entries, reordered: boolean) => void
  /** Drops what is on its way. */
  readonly stop: () => void
}

/** Counts the listed entries of a journal of which the list shows the newest. */
export function createEntryCounter({
  list,
  pages,
  waitForQuiet,
  countOlderThan,
  publish,
}: EntryCounterDeps): EntryCounter {
  /** Grows with every question: only the answer to the last one counts. */
  let latestRequest = 0
  /** Something has changed that the count, exact as it was, does not have in it. */
  let isStale = false

  const recount = async (): Promise<void> => {
    const requestId = ++latestRequest
    isStale = true
    if (list().count.exact && list().hasMore) await waitForQuiet()
    if (latestRequest !== requestId) return
    const { uid, entries, order, hasMore, count } = list()
    if (uid === null) return
    // A page that is on its way says nothing about how many entries there are.
    if (pages().some((page) => !page.confirmed && page.ids.size === 0)) return
    if (!hasMore) {
      isStale = false
      return publish({ known: countListed(entries), exact: pages().every((page) => page.confirmed) })
    }
    const oldest = oldestTimeOf(order, entries) ?? LATEST_MS - 1
    // Entries of the oldest shown millisecond are counted by the server, so they are left out of those shown.
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
      // While the server is asked, nobody knows whether its answer has this change in it.
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
