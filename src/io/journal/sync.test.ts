import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EARLIEST_MS } from '#domain/clock.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { openEngine, serverEntry } from '#tests/support/journalEngine.ts'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import { type Removal, startSync, type ServerChange, type SyncEvent, type SyncServer } from './sync.ts'

type Engine = Awaited<ReturnType<typeof openEngine>>
type Listener<Change> = { onChange: (change: Change) => void; onError: (error: unknown) => void }

const DENIED = Object.assign(new Error('denied'), { code: 'permission-denied' })
const SLOW = new DOMException('slow', 'TimeoutError')
const OFFLINE = Object.assign(new Error('offline'), { code: 'unavailable' })

const NOW = Date.UTC(2026, 10, 28)
const DAY_MS = 86_400_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

/** A server whose listeners and answers the test controls. Each read waits for its answer. */
class FakeServer implements SyncServer {
  readonly calls: string[] = []
  readonly stopped: string[] = []
  readonly pageSizes: number[] = []
  newest: Listener<ServerChange> | undefined
  changes: Listener<ServerChange> | undefined
  removals: Listener<readonly Removal[]> | undefined
  settings: Listener<StoredSettings> | undefined
  /** The time of the last change; an error while the server cannot be reached. */
  newestChange: number | Error = 100
  #pages: PromiseWithResolvers<readonly LogEntry[]>[] = []
  older: readonly LogEntry[] = []

  watchNewest: SyncServer['watchNewest'] = (limit, listener) => {
    this.calls.push(`newest ${limit}`)
    this.newest = listener
    return () => this.stopped.push('newest')
  }

  watchChanges: SyncServer['watchChanges'] = (since, listener) => {
    this.calls.push(`changes ${since}`)
    this.changes = listener
    return () => this.stopped.push('changes')
  }

  watchRemovals: SyncServer['watchRemovals'] = (since, listener) => {
    this.calls.push(`removals ${since}`)
    this.removals = listener
    return () => this.stopped.push('removals')
  }

  watchSettings: SyncServer['watchSettings'] = (listener) => {
    this.calls.push('settings')
    this.settings = listener
    return () => this.stopped.push('settings')
  }

  readNewestChange = async (): Promise<number> => {
    if (this.newestChange instanceof Error) throw this.newestChange
    return this.newestChange
  }

  readPage: SyncServer['readPage'] = (after, limit) => {
    this.calls.push(`page ${after}`)
    this.pageSizes.push(limit)
    const page = Promise.withResolvers<readonly LogEntry[]>()
    this.#pages.push(page)
    return page.promise
  }

  readOlder: SyncServer['readOlder'] = async (time) => {
    this.calls.push(`older ${time}`)
    return this.older
  }

  async answerPage(answer: readonly LogEntry[] | Error): Promise<void> {
    const page = this.#pages.shift()
    if (answer instanceof Error) page?.reject(answer)
    else page?.resolve(answer)
    await settle()
  }
}

/** Returns entries of a full page. */
const pageOf = (prefix: string): readonly LogEntry[] =>
  Array.from({ length: 500 }, (_, index) => serverEntry(`${prefix}${String(index).padStart(3, '0')}`))

/** Starts the sync of a device. */
async function start(engine: Engine, server = new FakeServer()) {
  const events: SyncEvent[] = []
  const onReplaced = vi.fn<() => void>()
  const ended = new AbortController()
  let resume = Promise.withResolvers<void>()
  let free = Promise.withResolvers<void>()
  const sync = startSync({
    server,
    readSync: async () => engine.engine.sync,
    countNewest: async () => engine.engine.countNewest(),
    apply: (change) => engine.engine.apply(change),
    applyPage: (page) => engine.engine.applyPage(page),
    pause: () => resume.promise,
    whenFree: () => free.promise,
    onState: (event) => void events.push(event),
    onReplaced,
    signal: ended.signal,
  })
  await settle()
  return {
    server,
    sync,
    events,
    onReplaced,
    end: () => ended.abort(),
    async retry() {
      resume.resolve()
      resume = Promise.withResolvers()
      await settle()
    },
    /** The page may now use the network. */
    async setFree() {
      free.resolve()
      free = Promise.withResolvers()
      await settle()
    },
  }
}

const newest = (...times: readonly number[]): ServerChange => ({
  put: times.map((timestamp) => serverEntry(`n${timestamp}`, { timestamp })),
  drop: [],
})
const NOTHING: ServerChange = { put: [], drop: [] }

describe('a new device', () => {
  test('has the newest entries before it reads the others', async () => {
    const engine = await openEngine()
    const { server } = await start(engine)
    expect(server.calls).toEqual(['newest 50', 'changes 100', `removals ${100 - DAY_MS}`, 'settings'])
    server.newest?.onChange(newest(...Array.from({ length: 50 }, (_, index) => 1000 + index)))
    await settle()
    expect(engine.texts()).toHaveLength(50)
    expect(engine.engine.sync).toMatchObject({
      listedTo: 1000,
      cursor: 100,
      fill: { scope: 'all', after: null, since: 100 },
    })
    expect(server.calls).toHaveLength(4)
  })

  test('reads the other entries page by page, each when the user is idle', async () => {
    const engine = await openEngine()
    const { server, setFree } = await start(engine)
    await setFree()
    await server.answerPage(pageOf('a'))
    expect(server.calls.at(-1)).toBe('page null')
    expect(engine.engine.sync.fill).toEqual({ scope: 'all', after: 'a499', since: 100 })
    await setFree()
    await server.answerPage([serverEntry('b', { deleted: true })])
    expect(server.calls.at(-1)).toBe('page a499')
    expect(engine.engine.sync.fill).toBeNull()
    expect(engine.texts()).toHaveLength(500)
    expect(engine.engine.index.trash().map(({ id }) => id)).toEqual(['b'])
  })

  test('reads the other entries without waiting for an idle user if the user waits for them', async () => {
    const { server, sync, setFree } = await start(await openEngine())
    let isFilled = false
    void sync.hurry().then(() => (isFilled = true))
    await setFree()
    await server.answerPage(pageOf('a'))
    expect(isFilled).toBe(false)
    await server.answerPage([])
    expect(isFilled).toBe(true)
  })

  test('reads all pages before it stores them if the user waits', async () => {
    const engine = await openEngine()
    const { server, sync, setFree } = await start(engine)
    void sync.hurry()
    await setFree()
    await server.answerPage(pageOf('a'))
    expect(server.calls.at(-1)).toBe('page a499')
    await server.answerPage([])
    expect(engine.engine.sync.fill).toBeNull()
    expect(server.calls.filter((call) => call.startsWith('page'))).toEqual(['page null', 'page a499'])
    expect((await engine.db.readSync()).fill).not.toBeNull()
    await vi.advanceTimersByTimeAsync(1000)
    expect((await engine.db.readSync()).fill).toBeNull()
  })

  test('continues after a restart where it has stopped', async () => {
    const engine = await openEngine()
    const first = await start(engine)
    await first.setFree()
    await first.server.answerPage(pageOf('a'))
    first.end()
    const server = new FakeServer()
    server.newestChange = 900
    const second = await start(await openEngine(engine.db), server)
    await second.setFree()
    expect(server.calls).toEqual(['newest 50', 'changes 100', `removals ${100 - DAY_MS}`, 'settings', 'page a499'])
  })

  test('reads a page again after an error', async () => {
    const engine = await openEngine()
    const { server, setFree, retry } = await start(engine)
    await setFree()
    await server.answerPage(OFFLINE)
    await retry()
    await setFree()
    expect(server.calls.slice(-2)).toEqual(['page null', 'page null'])
    await server.answerPage([serverEntry('a')])
    expect(engine.texts()).toEqual(['a'])
  })

  test('reads smaller pages after a timeout, because the connection may be slow, but not after other errors', async () => {
    const engine = await openEngine()
    const { server, setFree, retry } = await start(engine)
    await setFree()
    for (const error of [OFFLINE, SLOW, SLOW]) {
      await server.answerPage(error)
      await retry()
      await setFree()
    }
    await server.answerPage(pageOf('a').slice(0, 125))
    await setFree()
    await server.answerPage([serverEntry('b')])
    expect(server.pageSizes).toEqual([500, 500, 250, 125, 125])
    expect(server.calls.at(-1)).toBe('page a124')
    expect(engine.engine.sync.fill).toBeNull()
  })

  test('waits until the server answers before it follows the changes', async () => {
    const server = new FakeServer()
    server.newestChange = OFFLINE
    const { retry } = await start(await openEngine(), server)
    expect(server.calls).toEqual(['newest 50'])
    server.newestChange = 200
    await retry()
    expect(server.calls).toEqual(['newest 50', 'changes 200', `removals ${200 - DAY_MS}`, 'settings'])
  })

  test('has all listed entries if there are fewer than the newest', async () => {
    const engine = await openEngine()
    const { server } = await start(engine)
    server.newest?.onChange(newest(5, 6))
    await settle()
    expect(engine.engine.sync.listedTo).toBe(EARLIEST_MS)
  })
})

describe('older entries of the list', () => {
  const startWithNewest = async () => {
    const engine = await openEngine()
    const started = await start(engine)
    started.server.newest?.onChange(newest(...Array.from({ length: 50 }, (_, index) => 1000 + index)))
    await settle()
    return { engine, ...started }
  }

  test('are read from the oldest entry that the device has', async () => {
    const { engine, server, sync } = await startWithNewest()
    server.older = Array.from({ length: 500 }, (_, index) => serverEntry(`o${index}`, { timestamp: 999 - index }))
    await sync.loadOlder(100)
    await sync.loadOlder(1000)
    expect(server.calls.filter((call) => call.startsWith('older'))).toEqual(['older 1000', 'older 500'])
    expect(engine.engine.sync.listedTo).toBe(500)
  })

  test.each([
    { wanted: 550, reads: [] },
    { wanted: 551, reads: ['older 500'] },
  ])('are read only if the device has fewer than the list wants, $wanted', async ({ wanted, reads }) => {
    const { server, sync } = await startWithNewest()
    server.older = Array.from({ length: 500 }, (_, index) => serverEntry(`o${index}`, { timestamp: 999 - index }))
    await sync.loadOlder(100)
    // The page asks again, because it does not show the entries yet.
    await sync.loadOlder(wanted)
    expect(server.calls.filter((call) => call.startsWith('older'))).toEqual(['older 1000', ...reads])
  })

  test('are not read if the device has all of them', async () => {
    const { engine, server, sync, setFree } = await startWithNewest()
    server.older = [serverEntry('o', { timestamp: 3 })]
    await sync.loadOlder(100)
    expect(engine.engine.sync.listedTo).toBe(EARLIEST_MS)
    await sync.loadOlder(200)
    await setFree()
    await server.answerPage([])
    await sync.loadOlder(400)
    expect(server.calls.filter((call) => call.startsWith('older'))).toEqual(['older 1000'])
  })
})

describe('a device that has all entries', () => {
  const COMPLETE = { cursor: 50, removedTo: 40, removalsReadAt: NOW - DAY_MS, fill: null, listedTo: null }
  const startComplete = async (...ids: readonly string[]) => {
    const engine = await openEngine()
    await engine.engine.apply({ put: ids.map((id) => serverEntry(id)), sync: COMPLETE })
    return { engine, ...(await start(engine)) }
  }

  test('follows the changes since the last one that it has, and reads no pages', async () => {
    const { engine, server } = await startComplete('a')
    expect(server.calls).toEqual(['newest 50', 'changes 50', 'removals 40', 'settings'])
    server.changes?.onChange({
      put: [serverEntry('a', { content: 'changed', lastUpdated: 70 }), serverEntry('b', { lastUpdated: 60 })],
      drop: [],
    })
    await settle()
    expect(engine.texts().toSorted()).toEqual(['b', 'changed'])
    expect(engine.engine.sync.cursor).toBe(70)
  })

  test('is synced when every listener has answered', async () => {
    const { server, events } = await startComplete()
    server.newest?.onChange(NOTHING)
    server.changes?.onChange(NOTHING)
    await settle()
    expect(events).toEqual([])
    server.removals?.onChange([{ ids: [], at: 40 }])
    await settle()
    expect(events).toEqual(['synced'])
  })

  test('stores nothing more after another tab has begun a period, and reports that it was replaced', async () => {
    const { engine, server, onReplaced } = await startComplete('a')
    const { sync } = engine.engine
    await engine.engine.apply({ sync: { ...sync, period: (sync.period ?? 0) + 1 } })
    server.changes?.onChange({ put: [serverEntry('b', { lastUpdated: 60 })], drop: [] })
    await settle()
    expect(engine.texts()).toEqual(['a'])
    expect(engine.engine.sync.cursor).toBe(50)
    expect(onReplaced).toHaveBeenCalledOnce()
  })

  test('begins a higher period at each start, even if the clock of the device was turned back', async () => {
    const { engine, end } = await startComplete()
    const first = engine.engine.sync.period ?? 0
    end()
    vi.setSystemTime(NOW - DAY_MS)
    await start(engine)
    expect(engine.engine.sync.period).toBeGreaterThan(first)
  })

  test('drops entries that were deleted permanently', async () => {
    const { engine, server } = await startComplete('a', 'b')
    server.removals?.onChange([{ ids: ['a', 'unknown'], at: 80 }])
    await settle()
    expect(engine.texts()).toEqual(['b'])
    expect(engine.engine.sync).toMatchObject({ removedTo: 80, removalsReadAt: NOW })
  })

  test('does not store an entry again that was deleted permanently, even if the server reports an earlier version', async () => {
    const { engine, server } = await startComplete('a')
    server.removals?.onChange([{ ids: ['a'], at: 80 }])
    server.newest?.onChange({ put: [serverEntry('a')], drop: [] })
    server.changes?.onChange({ put: [serverEntry('a')], drop: [] })
    await settle()
    expect(engine.texts()).toEqual([])
  })

  test('listens again after an error, from the state that it has reached', async () => {
    const { server, events, retry } = await startComplete()
    server.changes?.onChange({ put: [serverEntry('a', { lastUpdated: 70 })], drop: [] })
    await settle()
    server.changes?.onError(OFFLINE)
    await settle()
    expect(events).toEqual(['failed'])
    expect(server.stopped).toEqual(['changes'])
    await retry()
    expect(server.calls.slice(4)).toEqual(['changes 70'])
  })

  test.each(['newest', 'changes', 'removals', 'settings'] as const)(
    'is synced again when it listens again after an error of %s',
    async (target) => {
      const { server, events, retry } = await startComplete()
      server.newest?.onChange(NOTHING)
      server.changes?.onChange(NOTHING)
      server.removals?.onChange([])
      await settle()
      server[target]?.onError(OFFLINE)
      await settle()
      await retry()
      expect(events).toEqual(['synced', 'failed'])
      if (target === 'removals') server.removals?.onChange([])
      else if (target === 'settings') server.settings?.onChange({})
      else server[target]?.onChange(NOTHING)
      await settle()
      expect(events).toEqual(['synced', 'failed', 'synced'])
    },
  )

  test('stores the settings of the user', async () => {
    const { engine, server } = await startComplete()
    server.settings?.onChange({ theme: 'mgs' })
    await settle()
    expect(engine.summary()?.settings).toEqual({ theme: 'mgs' })
  })

  test('stops to listen if the server denies access', async () => {
    const { server, events, retry } = await startComplete()
    server.newest?.onError(DENIED)
    await settle()
    await retry()
    expect(events).toEqual(['denied'])
    expect(server.calls).toHaveLength(4)
  })

  test('stops everything at the end of the session', async () => {
    const { engine, server, end, retry } = await startComplete()
    end()
    await settle()
    expect(server.stopped.toSorted()).toEqual(['changes', 'newest', 'removals', 'settings'])
    server.changes?.onChange({ put: [serverEntry('late', { lastUpdated: 90 })], drop: [] })
    await retry()
    expect(engine.texts()).toEqual([])
    expect(server.calls).toHaveLength(4)
  })
})

test('a device that may have entries that no longer exist checks all of them', async () => {
  const engine = await openEngine()
  await engine.engine.apply({
    put: [
      serverEntry('gone', { lastUpdated: 10 }),
      serverEntry('kept', { lastUpdated: 10 }),
      serverEntry('new', { lastUpdated: 60 }),
    ],
    sync: { cursor: 50, removedTo: 0, fill: { scope: 'check', after: null, since: 50 }, listedTo: null },
  })
  const { server, setFree } = await start(engine)
  await setFree()
  await server.answerPage([serverEntry('kept', { lastUpdated: 10 })])
  expect(engine.texts().toSorted()).toEqual(['kept', 'new'])
  expect(engine.engine.sync.fill).toBeNull()
})

test.each([
  ['checks all entries if it was offline longer than the server keeps the records of deletions', 61, ['page null']],
  ['reads no pages if it was offline for a shorter time, even if the journal has not changed for years', 59, []],
])('a device %s', async (_, days, pages) => {
  const engine = await openEngine()
  const removalsReadAt = NOW - days * DAY_MS
  await engine.engine.apply({ sync: { cursor: 50, removedTo: 40, removalsReadAt, fill: null, listedTo: null } })
  const { server, setFree } = await start(engine)
  await setFree()
  expect(server.calls.filter((call) => call.startsWith('page'))).toEqual(pages)
})

test('a page does not bring back an entry that was deleted permanently while the page was read', async () => {
  const engine = await openEngine()
  const { server, setFree } = await start(engine)
  await setFree()
  server.removals?.onChange([{ ids: ['a'], at: 120 }])
  await settle()
  await server.answerPage([serverEntry('a'), serverEntry('b')])
  expect(engine.texts()).toEqual(['b'])
})

test('a device whose pages are denied does not read them again', async () => {
  const { server, events, setFree, retry } = await start(await openEngine())
  await setFree()
  await server.answerPage(DENIED)
  await retry()
  await setFree()
  expect(events).toEqual(['denied'])
  expect(server.calls.filter((call) => call.startsWith('page'))).toEqual(['page null'])
})
