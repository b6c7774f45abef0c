import { EARLIEST_MS, LATEST_MS } from '#domain/clock.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { isDenied } from '#domain/errors.ts'
import type { StoredSettings, SyncState } from '#domain/journal/syncState.ts'
import type { JournalChange } from './database.ts'

/** Entries that the server has sent, and the ids of entries that no longer exist. */
export type ServerChange = { readonly put: readonly LogEntry[]; readonly drop: readonly string[] }

type Listener<Change> = {
  readonly onChange: (change: Change) => void
  readonly onError: (error: unknown) => void
}

/** Entries that were deleted permanently, and when. An import can later add entries with the same ids again. */
export type Removal = { readonly ids: readonly string[]; readonly at: number }

/** The reads of a journal. All times are in milliseconds since 1970. Every function needs the server. */
export type SyncServer = {
  /** Listens to the newest listed entries. The first change has all of them. Returns a function that ends listening. */
  readonly watchNewest: (limit: number, listener: Listener<ServerChange>) => () => void
  /** Listens to the entries that were changed at or after `since`. */
  readonly watchChanges: (since: number, listener: Listener<ServerChange>) => () => void
  /** Listens to the permanent deletions at or after `since`. */
  readonly watchRemovals: (since: number, listener: Listener<readonly Removal[]>) => () => void
  /** Listens to the user's settings. */
  readonly watchSettings: (listener: Listener<StoredSettings>) => () => void
  /** Resolves with the time of the journal's last change; 0 for an empty journal. */
  readonly readNewestChange: () => Promise<number>
  /** Reads entries in the order of their ids, also deleted ones. */
  readonly readPage: (after: string | null, limit: number) => Promise<readonly LogEntry[]>
  /** Reads listed entries of this time or older, the newest first. */
  readonly readOlder: (time: number, limit: number) => Promise<readonly LogEntry[]>
}

/** `synced`: the device has all changes of the server. `denied`: the server rejects this user. */
export type SyncEvent = 'synced' | 'failed' | 'denied'

type SyncDeps = {
  readonly server: SyncServer
  readonly readSync: () => Promise<SyncState>
  /** Resolves with the number of newest entries that this device has without a gap. */
  readonly countNewest: () => Promise<number>
  readonly apply: (change: JournalChange) => Promise<void>
  /**
   * Adds a page of entries in the order of their ids. Drops the other entries of this range of ids, unless they were
   * changed at or after `since`.
   */
  readonly applyPage: (page: FilledPage) => Promise<void>
  /** Waits before an attempt is repeated, or until the network may be back. */
  readonly pause: () => Promise<void>
  /** Resolves when the page may use the network and the processor without disturbing the user. */
  readonly whenFree: () => Promise<void>
  readonly onState: (event: SyncEvent) => void
  /** Called if another tab has begun a period of its own. This sync then stores nothing more. */
  readonly onReplaced: () => void
  readonly signal: AbortSignal
}

export type JournalSync = {
  /** Fills the device without consideration for the user, because the user waits. Resolves when it has all entries. */
  readonly hurry: () => Promise<void>
  /** Reads older entries from the server if this device has fewer than `wanted` entries without a gap. */
  readonly loadOlder: (wanted: number) => Promise<void>
}

export type FilledPage = {
  readonly entries: readonly LogEntry[]
  readonly after: string | null
  /** The last id of the page's range; null if the range has no end. */
  readonly to: string | null
  readonly since: number | null
  readonly sync: SyncState
  /** Whether the user waits for the entries. The device then stores them later. */
  readonly isUrgent: boolean
}

type Target = 'newest' | 'changes' | 'removals' | 'settings'

/**
 * A device that was not synced for this long reads all entries again, because the server deletes the records of permanent
 * deletions later (`expireAt` in src/io/firebase/removal.ts).
 */
const REMOVALS_KEPT_MS = 60 * 86_400_000

/**
 * Before its first sync, a new device may have added an entry that another device then deleted. So the device also reads
 * the permanent deletions of this time before its cursor.
 */
const REMOVALS_OVERLAP_MS = 86_400_000

/** How many of the newest entries the app listens to (specification §4). */
const NEWEST = 50
/** The security rules reject larger queries. */
const PAGE_SIZE = 500
const SMALLEST_PAGE = 25

/**
 * Keeps the journal on this device equal to the journal on the server, until the signal is aborted. A new device has the
 * newest entries first. The device then reads all other entries in the background, and continues after a restart.
 */
export function startSync({
  server,
  readSync,
  countNewest,
  apply,
  applyPage,
  pause,
  whenFree,
  onState,
  onReplaced,
  signal,
}: SyncDeps): JournalSync {
  let period: number | undefined
  const startPeriod = async (): Promise<void> => {
    const sync = await readSync()
    if (signal.aborted) return
    // Another tab may have begun a period that this tab does not know yet. The current time is higher than its number,
    // unless the clock was turned back.
    period = Math.max(Date.now(), (sync.period ?? 0) + 1)
    await apply({ sync: { ...sync, period } })
  }
  const started = startPeriod()
  let work: Promise<void> = started
  /** The listeners that have not answered yet. */
  const awaited = new Set<Target>(['newest', 'changes', 'removals'])

  /** Runs changes one after the other, because each reads the state that the previous one has stored. */
  const inTurn = (change: (sync: SyncState) => Promise<void>): Promise<void> => {
    const result = work.then(async () => {
      const sync = await readSync()
      if (signal.aborted) return
      if (sync.period === period) await change(sync)
      else onReplaced()
    })
    work = result.catch(() => {})
    return result
  }

  const arrived = (target: Target): void => {
    if (!awaited.delete(target) || awaited.size > 0) return
    onState('synced')
  }

  /** Listens until the signal is aborted. After an error, listens again from the state that was reached. */
  const keepListening = async (
    target: Target,
    listen: (sync: SyncState, onError: (error: unknown) => void) => () => void,
  ): Promise<void> => {
    await started
    const sync = await readSync()
    if (signal.aborted) return
    const ended = Promise.withResolvers<unknown>()
    const stop = listen(sync, ended.resolve)
    const end = () => ended.resolve(undefined)
    signal.addEventListener('abort', end, { once: true })
    const error = await ended.promise
    signal.removeEventListener('abort', end)
    stop()
    if (signal.aborted) return
    awaited.add(target)
    onState(isDenied(error) ? 'denied' : 'failed')
    if (isDenied(error)) return
    await pause()
    return keepListening(target, listen)
  }

  const watchNewest = () =>
    keepListening('newest', (_, onError) =>
      server.watchNewest(NEWEST, {
        onChange: ({ put, drop }) =>
          void inTurn(async (sync) => {
            const isFirst = sync.fill?.scope === 'all' && sync.listedTo === null
            const listedTo = isFirst ? (put.length < NEWEST ? EARLIEST_MS : oldestTime(put)) : sync.listedTo
            await apply({ put, drop, sync: { ...sync, listedTo } })
            arrived('newest')
          }),
        onError,
      }),
    )

  const watchChanges = () =>
    keepListening('changes', ({ cursor: since }, onError) =>
      server.watchChanges(since ?? 0, {
        onChange: ({ put, drop }) =>
          void inTurn(async (sync) => {
            const cursor = Math.max(sync.cursor ?? 0, ...put.map(({ lastUpdated }) => lastUpdated ?? 0))
            await apply({ put, drop, sync: { ...sync, cursor } })
            arrived('changes')
          }),
        onError,
      }),
    )

  const watchRemovals = () =>
    keepListening('removals', ({ removedTo }, onError) =>
      server.watchRemovals(removedTo, {
        onChange: (removals) =>
          void inTurn(async (sync) => {
            for (const { ids, at } of removals) await apply({ drop: ids, unlessChangedAfter: at })
            const latest = Math.max(sync.removedTo, ...removals.map(({ at }) => at))
            await apply({ sync: { ...sync, removedTo: latest, removalsReadAt: Date.now() } })
            arrived('removals')
          }),
        onError,
      }),
    )

  const watchSettings = () =>
    keepListening('settings', (_, onError) =>
      server.watchSettings({
        onChange: (settings) =>
          void inTurn(async () => {
            await apply({ settings })
            arrived('settings')
          }),
        onError,
      }),
    )

  let isHurried = false
  const hurried = Promise.withResolvers<void>()

  /** Smaller after a timeout, because a slow connection cannot receive large pages. */
  let pageSize = PAGE_SIZE

  /** Reads a page of entries in the order of their ids. `to` is the last id; null if no entries follow. */
  const readPage = async (after: string | null) => {
    const limit = pageSize
    const entries = await server.readPage(after, limit).catch((error: unknown) => {
      if (isTimeout(error)) pageSize = Math.max(SMALLEST_PAGE, Math.floor(limit / 2))
      throw error
    })
    return { entries, to: entries.length < limit ? null : (entries.at(-1)?.id ?? null) }
  }

  /** Reads the entries that the device lacks, page by page. */
  const fill = async (): Promise<void> => {
    let next: { readonly after: string; readonly page: ReturnType<typeof readPage> } | undefined
    for (;;) {
      const { fill: left } = await readSync()
      if (!left || signal.aborted) return
      if (!isHurried) await Promise.race([whenFree(), hurried.promise])
      const { entries, to } = await (next?.after === left.after ? next.page : readPage(left.after))
      // If the user waits, the server sends the next page while the engine adds this page.
      next = isHurried && to !== null ? { after: to, page: readPage(to) } : undefined
      next?.page.catch(() => {})
      await inTurn((sync) =>
        applyPage({
          entries,
          after: left.after,
          to,
          since: left.since,
          isUrgent: isHurried,
          sync: { ...sync, fill: to === null ? null : { ...left, after: to } },
        }),
      )
    }
  }

  /** Entries that change while the device is filled are newer than the cursor, so the listener sends them again. */
  const setFirstCursor = async (): Promise<void> => {
    const { cursor: known, fill: left, removalsReadAt = 0 } = await readSync()
    if (known !== null && left === null && Date.now() - removalsReadAt > REMOVALS_KEPT_MS)
      await inTurn((sync) => apply({ sync: { ...sync, fill: { scope: 'check', after: null, since: known } } }))
    if (known !== null) return
    const cursor = await server.readNewestChange()
    await inTurn((sync) =>
      apply({
        sync: {
          ...sync,
          cursor,
          removedTo: cursor - REMOVALS_OVERLAP_MS,
          fill: sync.fill && { ...sync.fill, since: cursor },
        },
      }),
    )
  }

  const repeat = async (attempt: () => Promise<void>): Promise<void> => {
    while (!signal.aborted)
      try {
        return await attempt()
      } catch (error) {
        if (isDenied(error)) return onState('denied')
        await pause()
      }
  }

  void watchNewest()
  const filled = started
    .then(() => repeat(setFirstCursor))
    .then(() => {
      void watchChanges()
      void watchRemovals()
      void watchSettings()
      return repeat(fill)
    })

  const loadOlder = async (wanted: number): Promise<void> => {
    const { fill: left, listedTo } = await readSync()
    if (left?.scope !== 'all' || listedTo === null || listedTo === EARLIEST_MS) return
    if ((await countNewest()) >= wanted) return
    const entries = await server.readOlder(listedTo, PAGE_SIZE)
    await inTurn((sync) =>
      apply({
        put: entries,
        sync: { ...sync, listedTo: entries.length < PAGE_SIZE ? EARLIEST_MS : oldestTime(entries) },
      }),
    )
  }
  let loading: Promise<void> | undefined

  return {
    hurry() {
      isHurried = true
      hurried.resolve()
      return filled
    },
    loadOlder: (wanted) => (loading ??= loadOlder(wanted).finally(() => (loading = undefined))),
  }
}

/** Returns the time of the oldest entry, in milliseconds since 1970. */
const oldestTime = (entries: readonly LogEntry[]): number =>
  entries.reduce((oldest, { timestamp }) => Math.min(oldest, timestamp ?? oldest), LATEST_MS)

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'
