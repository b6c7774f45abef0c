import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TRASH_DAYS } from '#domain/entry/entry.ts'
import { FIRST_SYNC } from '#domain/journal/syncState.ts'
import {
  adding,
  deleting,
  editing,
  openEngine,
  queued,
  serverEntry,
  tabChannels,
  withoutSpace,
} from '#tests/support/journalEngine.ts'
import { openJournalDatabase, type JournalDatabase } from './database.ts'
import type { TabChannel, TabMessage } from './engine.ts'

const COMPLETE = { ...FIRST_SYNC, fill: null, cursor: 5 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
/** After this time, the engine has stored the pages for which the user waited. */
const WRITTEN_MS = 1000

describe('a view', () => {
  test('receives its entries when the journal is open, and later only the entries that change', async () => {
    const { engine, updates } = await openEngine()
    await engine.apply({
      put: [serverEntry('a', { timestamp: 2 }), serverEntry('b', { timestamp: 1 })],
      sync: COMPLETE,
    })
    engine.watch(7, { kind: 'list', limit: 10 })
    await settle()
    expect(updates.map(({ view, update: { ids, entries } }) => [view, ids, entries.length])).toEqual([
      [7, ['a', 'b'], 2],
    ])
    await engine.apply({ put: [serverEntry('b', { timestamp: 1, content: 'changed', lastUpdated: 2 })] })
    await settle()
    expect(updates).toHaveLength(2)
    expect(updates[1]?.update.ids).toEqual(['a', 'b'])
    expect(updates[1]?.update.entries.map(({ content }) => content)).toEqual(['changed'])
  })

  test('receives nothing for a change that does not concern it, or after it was closed', async () => {
    const { engine, updates } = await openEngine()
    await engine.apply({ put: [serverEntry('a')], sync: COMPLETE })
    engine.watch(1, { kind: 'entry', id: 'a' })
    await settle()
    await engine.apply({ put: [serverEntry('b')] })
    await settle()
    expect(updates).toHaveLength(1)
    engine.unwatch(1)
    await engine.apply({ put: [serverEntry('a', { content: 'changed' })] })
    await settle()
    expect(updates).toHaveLength(1)
  })

  test('receives many changes in a row as one update, after which the page has one summary', async () => {
    const { engine, updates, summaries } = await openEngine()
    engine.watch(1, { kind: 'trash' })
    await settle()
    for (const id of ['a', 'b', 'c']) await engine.apply({ put: [serverEntry(id, { deleted: true })] })
    await settle()
    expect(updates.map(({ update }) => update.ids.length)).toEqual([0, 3])
    expect(summaries).toHaveLength(2)
  })

  test('of the list lacks the entries before which the device lacks some', async () => {
    const { engine, updates } = await openEngine()
    await engine.apply({
      put: [
        serverEntry('new', { timestamp: 30 }),
        serverEntry('next', { timestamp: 20 }),
        serverEntry('old', { timestamp: 1 }),
      ],
      sync: { ...FIRST_SYNC, listedTo: 20 },
    })
    engine.watch(1, { kind: 'list', limit: 10 })
    await settle()
    expect(updates.at(-1)?.update).toMatchObject({ ids: ['new', 'next'], total: 3, hasMore: true })
    await engine.apply({ sync: COMPLETE })
    await settle()
    expect(updates.at(-1)?.update).toMatchObject({ ids: ['new', 'next', 'old'], total: 3, hasMore: false })
  })
})

describe('the entries of the server', () => {
  test('are never replaced by an older version', async () => {
    const { engine, texts, db } = await openEngine()
    await engine.apply({ put: [serverEntry('a', { content: 'newer', lastUpdated: 20 })] })
    await engine.apply({ put: [serverEntry('a', { content: 'older', lastUpdated: 10 })] })
    expect(texts()).toEqual(['newer'])
    expect((await db.readSome(['a'])).map(({ content }) => content)).toEqual(['newer'])
  })

  test('are never replaced by an older version while a change of them is queued', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a', { tags: ['newer'], lastUpdated: 20 })] })
    await engine.enqueue([queued('k', editing('a', 'mine'))])
    await engine.apply({ put: [serverEntry('a', { tags: ['older'], lastUpdated: 10 })] })
    expect(engine.index.entry('a')).toMatchObject({ content: 'mine', tags: ['newer'] })
    expect(texts()).toEqual(['mine'])
  })

  test('are never replaced by an older version that arrives while the newer one is being stored', async () => {
    const { engine, texts, db } = await openEngine()
    await Promise.all([
      engine.apply({ put: [serverEntry('a', { content: 'newer', lastUpdated: 20 })] }),
      engine.apply({ put: [serverEntry('a', { content: 'older', lastUpdated: 10 })] }),
    ])
    expect(texts()).toEqual(['newer'])
    expect((await db.readSome(['a'])).map(({ content }) => content)).toEqual(['newer'])
  })

  test('stay visible if the device cannot store them', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { db } = withoutSpace(await openJournalDatabase('alice', false))
    const { engine, texts } = await openEngine(db)
    await engine.apply({ put: [serverEntry('a')], sync: COMPLETE })
    expect(texts()).toEqual(['a'])
    expect(engine.sync).toEqual(COMPLETE)
    expect(warn).toHaveBeenCalledOnce()
  })
})

test('entries that the device could not store are read again at its next start, even if it has space later', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { db, free } = withoutSpace(await openJournalDatabase('alice', false))
  const { engine } = await openEngine(db)
  await engine.apply({ put: [serverEntry('a')], sync: COMPLETE })
  free()
  await engine.apply({ put: [serverEntry('b')], sync: { ...engine.sync, cursor: 6 } })
  expect(engine.sync).toEqual({ ...COMPLETE, cursor: 6 })
  const restarted = await openEngine(db)
  expect(restarted.texts()).toEqual(['b'])
  expect(restarted.engine.sync).toEqual(FIRST_SYNC)
})

describe('the trash', () => {
  const DAY_MS = 86_400_000
  const openAfter = async (days: number) => {
    const db = await openJournalDatabase('alice', false)
    const deletedAt = Date.now() - days * DAY_MS
    await db.apply({ put: [serverEntry('a', { deleted: true, deletedAt })] })
    return openEngine(db)
  }

  test('loses an entry that the server has deleted after its time in the trash', async () => {
    const { engine, db } = await openAfter(TRASH_DAYS + 1.1)
    expect(engine.index.trash()).toEqual([])
    expect(await db.readIds(null, null)).toEqual([])
  })

  test('keeps an entry for another day, because the clock of the device may be wrong', async () => {
    const { engine, db } = await openAfter(TRASH_DAYS + 0.9)
    expect(engine.index.trash().map(({ id }) => id)).toEqual(['a'])
    expect(await db.readIds(null, null)).toEqual(['a'])
  })
})

describe('a page of entries', () => {
  const page = { after: null, to: null, since: 100, sync: COMPLETE, isUrgent: false }
  const openWith = async (...ids: readonly string[]) => {
    const opened = await openEngine()
    await opened.engine.apply({ put: ids.map((id) => serverEntry(id, { lastUpdated: 50 })) })
    return opened
  }

  test('drops the entries of its range that no longer exist, also deleted ones', async () => {
    const { engine, texts } = await openWith('a', 'b')
    await engine.apply({ put: [serverEntry('c', { deleted: true, lastUpdated: 50 })] })
    await engine.applyPage({ ...page, entries: [serverEntry('b', { lastUpdated: 50 })] })
    expect(texts()).toEqual(['b'])
    expect(engine.index.trash()).toEqual([])
  })

  test('keeps an entry that was changed after the reading began, because the page may be older', async () => {
    const { engine, texts } = await openWith('a')
    await engine.apply({ put: [serverEntry('new', { lastUpdated: 100 })] })
    await engine.applyPage({ ...page, entries: [] })
    expect(texts()).toEqual(['new'])
  })

  test('keeps the entries outside its range', async () => {
    const { engine, texts } = await openWith('a', 'b', 'c', 'd')
    await engine.applyPage({ ...page, after: 'a', to: 'c', entries: [serverEntry('c', { lastUpdated: 50 })] })
    expect(texts().toSorted()).toEqual(['a', 'c', 'd'])
  })

  test('may have an entry from before 1970', async () => {
    const { engine, texts } = await openWith()
    await engine.applyPage({ ...page, entries: [serverEntry('old', { lastUpdated: -62_135_596_800_000 })] })
    expect(texts()).toEqual(['old'])
  })

  test('does not replace a newer version of an entry', async () => {
    const { engine, texts } = await openWith()
    await engine.apply({ put: [serverEntry('a', { content: 'newer', lastUpdated: 120 })] })
    await engine.applyPage({ ...page, entries: [serverEntry('a', { content: 'older', lastUpdated: 50 })] })
    expect(texts()).toEqual(['newer'])
  })
})

describe('a page of entries for which the user waits', () => {
  const page = { after: null, to: 'b', since: 100, isUrgent: true }
  const partial = { ...COMPLETE, fill: { scope: 'all', after: 'b', since: 100 } } as const
  const storedIn = async (db: JournalDatabase) => (await db.readSome(['a', 'b', 'c'])).map(({ content }) => content)
  const openWithPages = async () => {
    const opened = await openEngine()
    const entries = [serverEntry('a', { timestamp: 3 }), serverEntry('b', { timestamp: 2 })]
    await opened.engine.applyPage({ ...page, entries, sync: partial })
    const last = [serverEntry('c', { timestamp: 1 })]
    await opened.engine.applyPage({ ...page, after: 'b', to: null, entries: last, sync: COMPLETE })
    return opened
  }

  test('is visible immediately, and stored when no other page follows', async () => {
    const { engine, texts, db } = await openWithPages()
    expect(texts()).toEqual(['a', 'b', 'c'])
    expect(engine.sync).toEqual(COMPLETE)
    expect(await storedIn(db)).toEqual([])
    await vi.advanceTimersByTimeAsync(WRITTEN_MS)
    expect(await storedIn(db)).toEqual(['a', 'b', 'c'])
    expect(await db.readSync()).toEqual(COMPLETE)
  })

  test('is read again after a restart if it was not stored', async () => {
    const { engine, db } = await openWithPages()
    await engine.apply({
      put: [serverEntry('c', { content: 'changed', lastUpdated: 7 })],
      sync: { ...COMPLETE, cursor: 7 },
    })
    expect(await db.readSync()).toEqual({ ...COMPLETE, cursor: 7, fill: FIRST_SYNC.fill })
    expect((await openEngine(db)).texts()).toEqual(['changed'])
  })

  test('is stored with the changes that followed', async () => {
    const { engine, db } = await openWithPages()
    await engine.apply({ put: [serverEntry('a', { content: 'changed', lastUpdated: 7 })], drop: ['b'] })
    await vi.advanceTimersByTimeAsync(WRITTEN_MS)
    expect(await storedIn(db)).toEqual(['changed', 'c'])
  })

  test('lets a change of the user be stored before all pages are stored', async () => {
    const { engine, db } = await openWithPages()
    const stored: string[] = []
    const [apply, enqueue] = [db.apply, db.enqueue]
    vi.spyOn(db, 'apply').mockImplementation(async (change) => {
      stored.push('page')
      if (stored.length === 1) void engine.enqueue([queued('k', adding('new'))])
      return apply(change)
    })
    vi.spyOn(db, 'enqueue').mockImplementation(async (added) => {
      stored.push('operation')
      return enqueue(added)
    })
    await vi.advanceTimersByTimeAsync(WRITTEN_MS)
    expect(stored).toEqual(['page', 'operation', 'page'])
  })

  test('drops the entries of its range that no longer exist', async () => {
    const { engine, db } = await openEngine()
    await engine.apply({ put: [serverEntry('a', { lastUpdated: 50 })] })
    await engine.applyPage({ ...page, entries: [serverEntry('b')], sync: partial })
    await vi.advanceTimersByTimeAsync(WRITTEN_MS)
    expect(await storedIn(db)).toEqual(['b'])
  })

  test('reaches the other tabs when it is stored', async () => {
    const [db, channel] = [await openJournalDatabase('alice', false), tabChannels()]
    const { engine } = await openEngine(db, channel())
    const other = await openEngine(db, channel())
    await engine.applyPage({ ...page, to: null, entries: [serverEntry('a')], sync: COMPLETE })
    await settle()
    expect(other.texts()).toEqual([])
    await vi.advanceTimersByTimeAsync(WRITTEN_MS)
    expect(other.texts()).toEqual(['a'])
    expect(other.engine.sync).toEqual(COMPLETE)
  })
})

test('a tab that no longer follows the server stores nothing over what the next tab has stored', async () => {
  const [db, channel] = [await openJournalDatabase('alice', false), tabChannels()]
  const { engine, texts } = await openEngine(db, channel())
  const next = await openEngine(db, channel())
  const sync = { ...COMPLETE, period: 1 }
  const entries = [serverEntry('a'), serverEntry('b')]
  const late = engine.applyPage({ entries, after: null, to: null, since: 1, sync, isUrgent: true })
  await next.engine.apply({
    put: [serverEntry('a', { content: 'newer', lastUpdated: 2 })],
    sync: { ...FIRST_SYNC, period: 2 },
  })
  await late
  await settle()
  expect(engine.sync).toEqual({ ...FIRST_SYNC, period: 2 })
  await engine.apply({ put: [serverEntry('c')], sync })
  expect(engine.sync.period).toBe(2)
  expect(texts()).not.toContain('c')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await db.readSync()).toEqual({ ...FIRST_SYNC, period: 2 })
  expect((await db.readSome(['a', 'b', 'c'])).map(({ content }) => content)).toEqual(['newer'])
  expect(texts()).toContain('newer')
})

test('a tab learns from a rejected write that another tab follows the server, and announces nothing', async () => {
  const db = await openJournalDatabase('alice', false)
  const posted: TabMessage[] = []
  const { engine } = await openEngine(db, { post: (message) => void posted.push(message), onMessage() {} })
  const sync = { ...COMPLETE, period: 1 }
  await engine.applyPage({ entries: [serverEntry('a')], after: null, to: 'a', since: 1, sync, isUrgent: true })
  await db.apply({ sync: { ...FIRST_SYNC, period: 2 } })
  await engine.apply({ put: [serverEntry('b')], sync })
  await vi.advanceTimersByTimeAsync(WRITTEN_MS)
  expect(posted).toEqual([])
  expect(engine.sync).toEqual({ ...FIRST_SYNC, period: 2 })
  expect(await db.readSome(['a', 'b'])).toEqual([])
})

test('a tab that loads its entries while another tab stores changes follows the server from the time before', async () => {
  const db = await openJournalDatabase('alice', false)
  await db.apply({ sync: COMPLETE })
  const readEntries = async function* () {
    yield* db.readEntries()
    await db.apply({ put: [serverEntry('late', { lastUpdated: 9 })], sync: { ...COMPLETE, cursor: 9 } })
  }
  const { engine } = await openEngine({ ...db, readEntries })
  expect(engine.sync).toEqual(COMPLETE)
})

describe('a queued operation', () => {
  test('is visible immediately, and still after the journal is opened again', async () => {
    const { engine, texts, db } = await openEngine()
    expect(await engine.enqueue([queued('k', adding('new'))])).toEqual({ isStored: true, replaced: [] })
    expect(texts()).toEqual(['new'])
    expect((await openEngine(db)).texts()).toEqual(['new'])
  })

  test('loses its effect if the server refuses it', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a')] })
    await engine.enqueue([queued('1', editing('a', 'mine')), queued('2', adding('new'))])
    await engine.settle('1', { outcome: 'refused' })
    await engine.settle('2', { outcome: 'refused' })
    expect(texts()).toEqual(['a'])
  })

  test('keeps its effect after the server has saved it, until the server reports the entry', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a')] })
    await engine.enqueue([queued('k', editing('a', 'mine'))])
    engine.takeBatch(10)
    await engine.settle('k', { outcome: 'saved' })
    expect(texts()).toEqual(['mine'])
    expect(engine.index.entry('a')?.queued).toBe(false)
    await engine.apply({ put: [serverEntry('a', { content: 'theirs', lastUpdated: 2 })] })
    expect(texts()).toEqual(['theirs'])
  })

  test('does not drop an entry that only another tab has', async () => {
    const { engine, db } = await openEngine()
    await engine.enqueue([queued('k', editing('a', 'mine'))])
    engine.takeBatch(10)
    await db.apply({ put: [serverEntry('a')] })
    await engine.settle('k', { outcome: 'saved' })
    expect(await db.readSome(['a'])).toEqual([serverEntry('a')])
  })

  test('is replaced by the version of the entry that the server has answered with', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a'), serverEntry('b')] })
    await engine.enqueue([queued('1', editing('a', 'mine')), queued('2', editing('b', 'mine'))])
    await engine.settle('1', { outcome: 'conflict', stored: serverEntry('a', { content: 'theirs', lastUpdated: 2 }) })
    await engine.settle('2', { outcome: 'conflict', stored: null })
    expect(texts()).toEqual(['theirs'])
  })

  test('does not replace a version that the server has reported after the operation was sent', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a')] })
    await engine.enqueue([queued('k', deleting('a'))])
    engine.takeBatch(10)
    await engine.apply({ put: [serverEntry('a', { content: 'restored elsewhere', lastUpdated: 3 })] })
    await engine.settle('k', { outcome: 'saved' })
    expect(texts()).toEqual(['restored elsewhere'])
  })

  test('does not replace a version that is being stored when the server answers', async () => {
    const { engine, db } = await openEngine()
    await engine.enqueue([queued('k', adding('new'))])
    engine.takeBatch(10)
    const reported = serverEntry('new', { timestamp: 7, lastUpdated: 7 })
    await Promise.all([engine.apply({ put: [reported] }), engine.settle('k', { outcome: 'saved' })])
    expect(engine.index.entry('new')).toMatchObject({ timestamp: 7, lastUpdated: 7 })
    expect(await db.readSome(['new'])).toEqual([reported])
  })

  test('is in the summary until the server has answered', async () => {
    const { engine, summary } = await openEngine()
    await engine.enqueue([queued('k', adding('new'))])
    await settle()
    expect(summary()?.queue.map(({ key }) => key)).toEqual(['k'])
    await engine.settle('k', { outcome: 'saved' })
    await settle()
    expect(summary()?.queue).toEqual([])
  })
})

describe('on a device without space, an operation', () => {
  const openFull = async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { db, free } = withoutSpace(await openJournalDatabase('alice', false))
    return { ...(await openEngine(db)), free }
  }

  test('is visible, and the page learns that it is not stored', async () => {
    const { engine, texts, db } = await openFull()
    expect(await engine.enqueue([queued('k', adding('new'))])).toEqual({ isStored: false, replaced: [] })
    expect(texts()).toEqual(['new'])
    expect(await db.readQueue()).toEqual([])
  })

  test('is sent in its order, after the stored operations', async () => {
    const { engine, free } = await openFull()
    await engine.enqueue([queued('1', adding('a')), queued('2', adding('b'))])
    free()
    await engine.enqueue([queued('3', adding('c'))])
    expect(engine.takeBatch(10).map(({ queued: { key } }) => key)).toEqual(['3', '1', '2'])
  })

  test('leaves the queue when the server has answered', async () => {
    const { engine, texts } = await openFull()
    await engine.enqueue([queued('1', adding('a')), queued('2', adding('b'))])
    await engine.settle('1', { outcome: 'refused' })
    expect(engine.queue.map(({ key }) => key)).toEqual(['2'])
    expect(texts()).toEqual(['b'])
  })
})

test('if the browser closes the database, operations are queued in memory and leave the queue when they are answered', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const db = { ...(await openJournalDatabase('alice', false)) }
  const { engine, texts } = await openEngine(db)
  await engine.enqueue([queued('1', adding('a'))])
  const closed = () => Promise.reject(new DOMException('The database connection is closing.', 'InvalidStateError'))
  Object.assign(db, { apply: closed, enqueue: closed, readQueue: closed })
  expect(await engine.enqueue([queued('2', adding('b'))])).toEqual({ isStored: false, replaced: [] })
  await engine.settle('1', { outcome: 'saved' })
  expect(engine.queue.map(({ key }) => key)).toEqual(['2'])
  expect(texts().toSorted()).toEqual(['a', 'b'])
})

test('an operation is queued again with the same key after a conflict whose entry could not be stored', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const db = { ...(await openJournalDatabase('alice', false)) }
  const { apply } = db
  const { engine } = await openEngine(db)
  await engine.apply({ put: [serverEntry('a')] })
  await engine.enqueue([queued('k', editing('a', 'mine'))])
  const full = new DOMException('The device is full.', 'QuotaExceededError')
  db.apply = (change) => (change.put?.length === 1 ? Promise.reject(full) : apply(change))
  await engine.settle('k', { outcome: 'conflict', stored: serverEntry('a', { content: 'theirs', lastUpdated: 2 }) })
  expect(engine.queue).toEqual([])
  await engine.enqueue([queued('k', editing('a', 'resolved'))])
  expect(engine.queue).toMatchObject([{ key: 'k', operation: { mine: { content: 'resolved' } } }])
})

describe('a deletion of all entries', () => {
  test('hides all entries, also those that the server still reports, but not those that are added afterwards', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a'), serverEntry('b', { deleted: true })] })
    await engine.enqueue([
      queued('1', editing('a', 'mine')),
      queued('2', { kind: 'clear' }),
      queued('3', adding('new')),
    ])
    await engine.apply({ put: [serverEntry('late')] })
    expect(texts()).toEqual(['new'])
    expect(engine.index.trash()).toEqual([])
  })

  test('shows the entries that are left when the server has answered', async () => {
    const { engine, texts } = await openEngine()
    await engine.apply({ put: [serverEntry('a'), serverEntry('b')] })
    await engine.enqueue([queued('k', { kind: 'clear' })])
    await engine.apply({ drop: ['a'] })
    await engine.settle('k', { outcome: 'refused' })
    expect(texts()).toEqual(['b'])
  })
})

describe('another tab', () => {
  const openTwo = async () => {
    const [db, channel] = [await openJournalDatabase('alice', false), tabChannels()]
    return [await openEngine(db, channel()), await openEngine(db, channel())] as const
  }

  test('shows what this tab stores and deletes', async () => {
    const [one, other] = await openTwo()
    await one.engine.apply({ put: [serverEntry('a'), serverEntry('b')], sync: COMPLETE })
    await settle()
    expect(other.texts().toSorted()).toEqual(['a', 'b'])
    expect(other.engine.sync).toEqual(COMPLETE)
    await one.engine.apply({ drop: ['a'] })
    await settle()
    expect(other.texts()).toEqual(['b'])
  })

  test('has the settings that this tab stores', async () => {
    const [one, other] = await openTwo()
    await one.engine.apply({ settings: { theme: 'mgs' } })
    await settle()
    expect(other.summary()?.settings).toEqual({ theme: 'mgs' })
  })

  test('shows and may send what this tab queues, and reports the answer', async () => {
    const [one, other] = await openTwo()
    await one.engine.enqueue([queued('k', adding('new'))])
    await settle()
    expect(other.texts()).toEqual(['new'])
    await other.engine.settle('k', { outcome: 'saved' })
    await settle()
    expect(one.engine.queue).toEqual([])
    expect(one.answers).toEqual([['k', 'saved']])
    expect(other.answers).toEqual([])
  })

  test('learns that an operation that it has queued has become part of an operation of this tab', async () => {
    const [one, other] = await openTwo()
    await one.engine.enqueue([queued('1', { kind: 'settings', changes: { theme: 'mgs' } })])
    await settle()
    await other.engine.enqueue([queued('2', { kind: 'settings', changes: { volume: 1 } })])
    await settle()
    expect(one.engine.queue.map(({ key }) => key)).toEqual(['2'])
    expect(one.answers).toEqual([['1', 'saved']])
  })

  test('knows which operations this tab sends, so that it does not send them again without reading first', async () => {
    const [one, other] = await openTwo()
    await one.engine.enqueue([queued('k', adding('new'))])
    await settle()
    expect(other.engine.takeBatch(1)).toMatchObject([{ queued: { key: 'k' }, mayBeSent: true }])
    await settle()
    expect(one.engine.takeBatch(1)).toMatchObject([{ queued: { key: 'k' }, mayBeSent: true }])
  })
})

test('a tab does not return to an earlier sync state that it reads while it stores a later one', async () => {
  const [db, channel] = [await openJournalDatabase('alice', false), tabChannels()]
  const slow = Promise.withResolvers<void>()
  let isSlow = false
  const readSync = async () => {
    const sync = await db.readSync()
    if (isSlow) await slow.promise
    return sync
  }
  const one = await openEngine({ ...db, readSync }, channel())
  const other = await openEngine(db, channel())
  isSlow = true
  await other.engine.enqueue([queued('k', adding('new'))])
  const stored = one.engine.apply({ sync: COMPLETE })
  slow.resolve()
  await stored
  await settle()
  expect(one.engine.sync).toEqual(COMPLETE)
})

test('a tab that opens while another tab queues something shows the queued changes', async () => {
  const db = await openJournalDatabase('alice', false)
  await db.apply({ put: [serverEntry('a')], sync: COMPLETE })
  await db.enqueue([queued('k', editing('a', 'mine'))])
  const loaded = Promise.withResolvers<void>()
  const readEntries = async function* () {
    await loaded.promise
    yield* db.readEntries()
  }
  const channel = slowChannel()
  const opening = openEngine({ ...db, readEntries }, channel)
  channel.deliver([{ ids: [], hasNewSettings: false, hasNewSync: false }])
  await settle()
  loaded.resolve()
  const { engine } = await opening
  expect(engine.index.entry('a')?.content).toBe('mine')
  await engine.settle('k', { outcome: 'refused' })
  expect(engine.index.entry('a')?.content).toBe('a')
})

describe('a permanent deletion', () => {
  const old = serverEntry('a', { lastUpdated: 10 })
  const removal = { drop: ['a'], unlessChangedAfter: 20 }

  /** Opens the engine of a tab that has sent an operation on an entry. */
  async function openWithSent(channel?: TabChannel) {
    const opened = await openEngine(undefined, channel)
    await opened.engine.apply({ put: [old], sync: COMPLETE })
    await opened.engine.enqueue([queued('k', deleting('a'))])
    opened.engine.takeBatch(1)
    return opened
  }

  test('is not undone by an answer that has an earlier version of the entry', async () => {
    const { engine, db } = await openWithSent()
    await engine.apply(removal)
    await engine.settle('k', { outcome: 'saved', stored: old })
    expect(engine.index.entry('a')).toBeUndefined()
    expect(await db.readIds(null, null)).toEqual([])
  })

  test('does not hide an entry that was added again later', async () => {
    const { engine } = await openWithSent()
    await engine.apply(removal)
    await engine.settle('k', { outcome: 'saved', stored: serverEntry('a', { lastUpdated: 21 }) })
    expect(engine.index.entry('a')?.lastUpdated).toBe(21)
  })

  test('is repeated if another tab, which does not know it yet, stores an earlier version of the entry', async () => {
    const [leading, other] = [slowChannel(), slowChannel()]
    const { engine, db } = await openWithSent(other)
    const { engine: leadingEngine } = await openEngine(db, leading)
    await leadingEngine.apply(removal)
    await engine.settle('k', { outcome: 'saved', stored: old })
    leading.deliver(other.sent)
    await settle()
    expect(leadingEngine.index.entry('a')).toBeUndefined()
    expect(await db.readIds(null, null)).toEqual([])
    other.deliver(leading.sent)
    await settle()
    expect(engine.index.entry('a')).toBeUndefined()
  })
})

/** A channel whose messages wait until a test delivers them. */
function slowChannel() {
  const sent: TabMessage[] = []
  let receive = (_message: TabMessage): void => {}
  return {
    sent,
    post: (message: TabMessage) => void sent.push(message),
    onMessage: (callback: (message: TabMessage) => void) => {
      receive = callback
    },
    deliver: (messages: readonly TabMessage[]) => messages.forEach((message) => receive(message)),
  }
}
