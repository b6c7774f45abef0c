import { LATEST_MS } from '#domain/clock.ts'
import { oldestTimeOf, type LogEntry } from '#domain/entry/entry.ts'
import { countAfterChange, countListed, type EntryCount } from '#domain/entry/entryCount.ts'

type Entries = ReadonlyMap<string, LogEntry>

type EntryCounterDeps = {
  readonly list: () => {
    readonly uid: string | null
    readonly entries: Entries
    /** The ids of the entries, the newest first. */
    readonly order: readonly string[]
    readonly hasMore: boolean
    readonly count: EntryCount
  }
  readonly pages: () => readonly { readonly ids: ReadonlySet<string>; readonly confirmed: boolean }[]
  /** Recounts are debounced, because counting a journal on the server may cost a hundred reads. */
  readonly waitForQuiet: () => Promise<void>
  readonly countOlderThan: (uid: string, time: number) => Promise<number>
  readonly publish: (count: EntryCount) => void
}

type EntryCounter = {
  /** Counts the entries in the list, and adds the server's count of older entries. */
  readonly recount: () => Promise<void>
  /**
   * Updates the count after a change to the list. Asks the server only if the new count cannot be derived from the
   * change.
   */
  readonly onListChange: (before: Entries, after: Entries, reordered: boolean) => void
  /** Ignores changes to the list, and derives the count from the number of removed entries, until `end` is called. */
  readonly startRemoval: () => Removal
  readonly stop: () => void
}

type Removal = {
  /** @param removed the number of entries removed so far, including deleted entries that the count does not include */
  readonly onProgress: (removed: number) => void
  /** Counts the entries again if any may have been removed. */
  readonly end: () => void
}

/** Creates a counter of the listed entries of a journal. The list on the screen contains only the newest entries. */
export function createEntryCounter({
  list,
  pages,
  waitForQuiet,
  countOlderThan,
  publish,
}: EntryCounterDeps): EntryCounter {
  /** Incremented on every count request. Only the answer to the latest request is used. */
  let latestRequest = 0
  /** Whether a change has made a recount necessary and the recount has not ended yet. */
  let isStale = false
  let removal: Removal | undefined

  const recount = async (): Promise<void> => {
    const requestId = ++latestRequest
    isStale = true
    if (removal) return
    if (list().count.exact && list().hasMore) await waitForQuiet()
    if (latestRequest !== requestId) return
    const { uid, entries, order, hasMore, count } = list()
    if (uid === null) return
    // While a page has not loaded, the number of entries is unknown.
    if (pages().some((page) => !page.confirmed && page.ids.size === 0)) return
    if (!hasMore) {
      isStale = false
      return publish({ known: countListed(entries), exact: pages().every((page) => page.confirmed) })
    }
    const oldest = oldestTimeOf(order, entries) ?? LATEST_MS - 1
    // The server counts all entries up to and including the millisecond of the oldest entry in the list, so only newer
    // entries are counted here.
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
      if (removal) {
        isStale = true
        return
      }
      const { count, hasMore } = list()
      // While a count request is pending, its answer may or may not include this change, so the count is not updated
      // here.
      const isKnown = count.exact && !isStale && hasMore && before.size > 0
      const next = isKnown ? countAfterChange(count, before, after) : undefined
      if (next) publish(next)
      else if (reordered || isStale || !count.exact) void recount()
    },
    startRemoval() {
      latestRequest++
      const { known } = list().count
      const started: Removal = {
        onProgress(removed) {
          if (removal !== started) return
          isStale = true
          publish({ known: Math.max(0, known - removed), exact: false })
        },
        end() {
          if (removal !== started) return
          removal = undefined
          if (isStale) void recount()
        },
      }
      removal = started
      return started
    },
    stop() {
      latestRequest++
      isStale = false
      removal = undefined
    },
  }
}
