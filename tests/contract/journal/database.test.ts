/* Tests the storage of a journal in Chromium, with IndexedDB and in memory. */
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { EntryOperation, Operation } from '#domain/journal/operations.ts'
import { FIRST_SYNC } from '#domain/journal/syncState.ts'
import type { JournalChange, NewOperation } from '#src/io/journal/database.ts'
import { browserModules, type BrowserModules } from '#tests/support/browserModules.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import type { JournalPage } from './page.ts'

declare const contract: JournalPage

const PAGE = 'tests/contract/journal/page.html'

// The first page waits until Vite has prepared the packages.
vi.setConfig({ testTimeout: 60_000 })

let modules: BrowserModules
let page: Page
const errors: string[] = []
beforeAll(async () => {
  modules = await browserModules(['zod/mini', 'idb'])
  page = await modules.load(await (await modules.browser.newContext()).newPage(), PAGE)
  page.on('pageerror', ({ message }) => errors.push(message))
})
afterAll(() => modules.close())
beforeEach(() => page.evaluate(() => contract.delete()))
afterEach(() => expect(errors.splice(0), 'errors of the page').toEqual([]))

const open = (isPersistent = true) => page.evaluate((persists) => contract.open(persists), isPersistent)
const apply = (change: JournalChange) => page.evaluate((one) => contract.apply(one), change)
const enqueue = (...added: readonly NewOperation[]) => page.evaluate((all) => contract.enqueue(all), added)
const readNewest = (limit = 50) => page.evaluate((size) => contract.readNewest(size), limit)
const readSync = () => page.evaluate(() => contract.readSync())
const freeStorage = () => page.evaluate(() => contract.freeStorage())
const keys = () => page.evaluate(() => contract.keys())

const readQueue = async () =>
  (await page.evaluate(() => contract.readQueue())).map(({ key, operation }) => ({ key, operation }))
const queuedKeys = async () => (await readQueue()).map(({ key }) => key)
const readContents = async () =>
  (await page.evaluate(() => contract.readBatches()))
    .flat()
    .map(({ id, content }) => `${id}:${content}`)
    .toSorted()

const entry = (id: string, more: Parameters<typeof logEntry>[0] = {}) =>
  logEntry({ id, content: id, lastUpdated: 1, ...more })
const queued = (key: string, operation: Operation, at = 0): NewOperation => ({ key, at, operation })
const adding = (id: string, content = id): EntryOperation => ({
  kind: 'add',
  id,
  content: { ...EMPTY_CONTENT, content },
  metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
})
const tuning = (frequency: number): Operation => ({ kind: 'tune', frequency })
const setting = (changes: { readonly [name: string]: unknown }): Operation => ({ kind: 'settings', changes })

const COMPLETE = { ...FIRST_SYNC, fill: null, cursor: 5 }

describe.each([
  ['IndexedDB', true],
  ['memory', false],
])('a journal in %s', (_, isPersistent) => {
  beforeEach(() => open(isPersistent))

  test('has entries, and forgets those that are dropped', async () => {
    await apply({ put: [entry('a'), entry('b'), entry('c', { deleted: true })] })
    await apply({ put: [entry('b', { content: 'changed' })], drop: ['a', 'c', 'unknown'] })
    expect(await readContents()).toEqual(['b:changed'])
  })

  test('has an entry once when it is deleted and restored', async () => {
    await apply({ put: [entry('a')] })
    await apply({ put: [entry('a', { deleted: true, content: 'deleted' })] })
    expect(await readContents()).toEqual(['a:deleted'])
    await apply({ put: [entry('a', { content: 'restored' })] })
    expect(await readContents()).toEqual(['a:restored'])
  })

  test('reads the ids of a range, also those of deleted entries, without the start of the range', async () => {
    await apply({ put: [entry('a'), entry('b', { deleted: true }), entry('c'), entry('d')] })
    const readIds = (after: string | null, to: string | null) =>
      page.evaluate(([from, end]) => contract.readIds(from, end), [after, to] as const).then((ids) => ids.toSorted())
    expect(await readIds(null, null)).toEqual(['a', 'b', 'c', 'd'])
    expect(await readIds('a', null)).toEqual(['b', 'c', 'd'])
    expect(await readIds(null, 'b')).toEqual(['a', 'b'])
    expect(await readIds('a', 'c')).toEqual(['b', 'c'])
  })

  test('reads some entries, also deleted ones, and skips those that it lacks', async () => {
    await apply({ put: [entry('a'), entry('b', { deleted: true }), entry('c')] })
    const some = await page.evaluate(() => contract.readSome(['b', 'x', 'c']))
    expect(some.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('stores how much of the journal it has', async () => {
    expect(await readSync()).toEqual(FIRST_SYNC)
    await apply({ sync: COMPLETE })
    await apply({ put: [entry('a')] })
    expect(await readSync()).toEqual(COMPLETE)
  })

  test('stores no change of a tab that no longer follows the server', async () => {
    await apply({ sync: { ...COMPLETE, period: 2 } })
    await apply({ put: [entry('a')], sync: { ...FIRST_SYNC, period: 1 } })
    expect(await readSync()).toEqual({ ...COMPLETE, period: 2 })
    expect(await readContents()).toEqual([])
    await apply({ put: [entry('a')], sync: { ...FIRST_SYNC, period: 3 } })
    expect(await readContents()).toEqual(['a:a'])
  })

  test('stores the settings of the user', async () => {
    const readSettings = () => page.evaluate(() => contract.readSettings())
    expect(await readSettings()).toBeUndefined()
    await apply({ settings: { theme: 'mgs' } })
    await apply({ sync: COMPLETE })
    expect(await readSettings()).toEqual({ theme: 'mgs' })
  })

  test('keeps operations in the order in which they were queued', async () => {
    await enqueue(queued('z', adding('one'), 3), queued('a', adding('two'), 2))
    await enqueue(queued('m', { kind: 'delete', id: 'one' }, 1))
    expect(await queuedKeys()).toEqual(['z', 'a', 'm'])
  })

  test('ignores an operation whose key is in the queue', async () => {
    await enqueue(queued('a', adding('one', 'first')))
    expect(await enqueue(queued('a', adding('one', 'second')))).toEqual([])
    expect(await readQueue()).toEqual([{ key: 'a', operation: adding('one', 'first') }])
  })

  test('replaces a queued move of the dial by the later move, and returns the replaced key', async () => {
    await enqueue(queued('a', tuning(98)), queued('b', adding('one')))
    expect(await enqueue(queued('c', tuning(99)))).toEqual(['a'])
    expect(await readQueue()).toEqual([
      { key: 'b', operation: adding('one') },
      { key: 'c', operation: tuning(99) },
    ])
  })

  test('combines changes of settings, and the later value wins', async () => {
    await enqueue(queued('a', setting({ theme: 'dark', topK: 1 })))
    expect(await enqueue(queued('b', setting({ topK: 2 })))).toEqual(['a'])
    expect(await readQueue()).toEqual([{ key: 'b', operation: setting({ theme: 'dark', topK: 2 }) }])
  })

  test('removes an operation together with the change that answers it', async () => {
    await enqueue(queued('a', adding('one')), queued('b', adding('two')))
    await apply({ put: [entry('one')], settled: 'a' })
    expect(await queuedKeys()).toEqual(['b'])
    expect(await readContents()).toEqual(['one:one'])
  })

  test('keeps a later operation when the operation that it has replaced is answered', async () => {
    await enqueue(queued('a', tuning(98)))
    await enqueue(queued('b', tuning(99)))
    await apply({ settled: 'a' })
    expect(await readQueue()).toEqual([{ key: 'b', operation: tuning(99) }])
  })
})

describe('IndexedDB', () => {
  test('keeps the journal when it is closed and opened again', async () => {
    await open()
    await apply({ put: [entry('a'), entry('b', { deleted: true })], sync: COMPLETE })
    await enqueue(queued('k', adding('new')))
    await open()
    expect(await readContents()).toEqual(['a:a', 'b:b'])
    expect(await readSync()).toEqual(COMPLETE)
    expect(await queuedKeys()).toEqual(['k'])
  })

  test('stores deleted entries separately from the others', async () => {
    await open()
    await apply({ put: [entry('a'), entry('b', { deleted: true })] })
    expect(await keys()).toMatchObject({ entries: ['a'], trash: ['b'] })
  })

  test('reads a large journal in several batches, each entry once', async () => {
    await open()
    const ids = Array.from({ length: 4500 }, (_, index) => `e${String(index).padStart(4, '0')}`)
    await apply({ put: ids.map((id, index) => entry(id, { deleted: index % 2 === 0 && index < 200 })) })
    const batches = await page.evaluate(async () =>
      (await contract.readBatches()).map((batch) => batch.map(({ id }) => id)),
    )
    expect(batches.map(({ length }) => length)).toEqual([2000, 2000, 400, 100])
    expect(batches.flat().toSorted()).toEqual(ids)
  })

  test('forgets all entries and the sync state, but not the queue, if an entry lacks a part', async () => {
    await open()
    await apply({ put: [entry('a'), entry('b', { deleted: true })], sync: COMPLETE })
    await enqueue(queued('k', adding('new')))
    const { eyesOnly: _, ...partial } = entry('c')
    await page.evaluate((record) => contract.writeRecord('entries', record), partial)
    expect(await readContents()).toEqual([])
    expect(await keys()).toMatchObject({ entries: [], trash: [] })
    expect(await readSync()).toEqual(FIRST_SYNC)
    expect(await queuedKeys()).toEqual(['k'])
  })

  test('skips an invalid operation in the queue', async () => {
    await open()
    await enqueue(queued('a', adding('one')))
    await page.evaluate(() => contract.writeRecord('outbox', { key: 'bad', at: 0, operation: { kind: 'unknown' } }))
    await enqueue(queued('b', adding('two')))
    expect(await queuedKeys()).toEqual(['a', 'b'])
  })

  describe('on a device without space', () => {
    beforeEach(async () => {
      await open()
      await apply({ put: [entry('a')], sync: COMPLETE })
      await enqueue(queued('k', tuning(98)))
      await page.evaluate(() => contract.fillStorage())
    })
    afterEach(freeStorage)

    test('rejects a change of entries, and stores nothing of it', async () => {
      await expect(apply({ put: [entry('b')], drop: ['a'], sync: FIRST_SYNC, settled: 'k' })).rejects.toThrow(
        'AbortError',
      )
      await freeStorage()
      expect(await readContents()).toEqual(['a:a'])
      expect(await readSync()).toEqual(COMPLETE)
      expect(await queuedKeys()).toEqual(['k'])
    })

    test('rejects operations, and keeps the operation that they would replace', async () => {
      await expect(enqueue(queued('l', tuning(99)), queued('m', adding('one')))).rejects.toThrow('AbortError')
      await freeStorage()
      expect(await readQueue()).toEqual([{ key: 'k', operation: tuning(98) }])
    })

    test('works again when the device has space', async () => {
      await expect(enqueue(queued('l', tuning(99)))).rejects.toThrow('AbortError')
      await freeStorage()
      expect(await enqueue(queued('l', tuning(99)))).toEqual(['k'])
      await apply({ put: [entry('b')], settled: 'l' })
      expect(await readContents()).toEqual(['a:a', 'b:b'])
      expect(await queuedKeys()).toEqual([])
    })
  })

  test('queues none of the operations if the request of one fails', async () => {
    await open()
    await enqueue(queued('a', tuning(98)))
    await page.evaluate(() => contract.rejectAdditions())
    await expect(enqueue(queued('b', tuning(99)), queued('c', adding('one')))).rejects.toThrow('AbortError')
    await freeStorage()
    expect(await readQueue()).toEqual([{ key: 'a', operation: tuning(98) }])
  })

  test('lets another tab delete the journal', async () => {
    await open()
    await apply({ put: [entry('a')] })
    const other = await modules.load(await page.context().newPage(), PAGE)
    await other.evaluate(() => contract.delete())
    await other.close()
    await open()
    expect(await readContents()).toEqual([])
  })
})

describe('an upgrade', () => {
  const createEarlier = (version: number, entries: readonly { readonly [name: string]: unknown }[], state = {}) =>
    page.evaluate(([from, all, states]) => contract.createEarlier(from, all, states), [
      version,
      entries,
      state,
    ] as const)

  test('from version 4 keeps the entries, and has to check which of them still exist', async () => {
    await createEarlier(4, [entry('a', { timestamp: 2 }), entry('b', { timestamp: 1 })], { synced: 7 })
    await open()
    expect(await readContents()).toEqual(['a:a', 'b:b'])
    expect(await readSync()).toEqual({
      cursor: 7,
      removedTo: 0,
      fill: { scope: 'check', after: null, since: 7 },
      listedTo: null,
    })
    expect((await readNewest())?.entries.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('from version 4 forgets changes that the server has not confirmed', async () => {
    await createEarlier(4, [entry('a'), entry('b', { queued: true, lastUpdated: Date.now() })], { synced: 7 })
    await open()
    expect(await keys()).toMatchObject({ entries: ['a'], trash: [], state: ['sync'] })
  })

  test('from an incomplete journal of version 4 has to read all entries', async () => {
    await createEarlier(4, [entry('a')], { synced: null })
    await open()
    expect(await readSync()).toEqual(FIRST_SYNC)
    expect(await readNewest()).toBeUndefined()
  })

  test('from version 4 stores deleted entries and a queue', async () => {
    await createEarlier(4, [entry('a')], { synced: 7 })
    await open()
    await apply({ put: [entry('a', { deleted: true })] })
    await enqueue(queued('k', adding('new')))
    expect(await keys()).toMatchObject({ entries: [], trash: ['a'], outbox: [1] })
  })

  test('from an older version forgets the entries', async () => {
    await createEarlier(3, [entry('a')], { synced: 7 })
    await open()
    expect(await readContents()).toEqual([])
    expect(await readSync()).toEqual(FIRST_SYNC)
  })
})

describe('the entries of the first screen', () => {
  beforeEach(() => open())
  const ids = async (limit?: number) => (await readNewest(limit))?.entries.map(({ id }) => id)
  const editing = (id: string, content: string): EntryOperation => ({
    kind: 'edit',
    id,
    base: { ...EMPTY_CONTENT, content: id, level: 'INTEL' },
    mine: { ...EMPTY_CONTENT, content, level: 'INTEL' },
  })

  test('are not known if the device lacks entries', async () => {
    await apply({ put: [entry('a')] })
    expect(await readNewest()).toBeUndefined()
    await apply({ sync: { ...FIRST_SYNC, fill: { scope: 'check', after: null, since: 7 } } })
    expect(await ids()).toEqual(['a'])
  })

  test('are the newest listed entries, with the number of all entries', async () => {
    await apply({
      put: [
        entry('old', { timestamp: 1 }),
        entry('new', { timestamp: 3 }),
        entry('middle', { timestamp: 2 }),
        entry('deleted', { timestamp: 4, deleted: true }),
      ],
      sync: COMPLETE,
    })
    expect(await ids(2)).toEqual(['new', 'middle'])
    expect((await readNewest(2))?.count).toEqual({ known: 3, exact: false })
  })

  test('have the changes that the server has not confirmed', async () => {
    await apply({
      put: [entry('a', { timestamp: 1 }), entry('b', { timestamp: 2 }), entry('c', { timestamp: 3 })],
      sync: COMPLETE,
    })
    await enqueue(
      queued('1', editing('a', 'edited')),
      queued('2', { kind: 'delete', id: 'c' }),
      queued('3', adding('new'), 4),
      queued('4', editing('new', 'new and edited'), 5),
    )
    expect((await readNewest())?.entries.map((one) => [one.id, one.content, one.queued])).toEqual([
      ['new', 'new and edited', true],
      ['b', 'b', false],
      ['a', 'edited', true],
    ])
  })

  test('are as many as the limit if the newest are deleted and others are new', async () => {
    await apply({ put: [1, 2, 3, 4].map((timestamp) => entry(`e${timestamp}`, { timestamp })), sync: COMPLETE })
    await enqueue(queued('1', { kind: 'delete', id: 'e4' }))
    expect(await ids(2)).toEqual(['e3', 'e2'])
    await enqueue(queued('2', adding('new'), 9))
    expect(await ids(2)).toEqual(['new', 'e3'])
  })

  test('are only those that were added after all entries were deleted', async () => {
    await apply({ put: [entry('a')], sync: COMPLETE })
    await enqueue(queued('1', adding('before')), queued('2', { kind: 'clear' }), queued('3', adding('after')))
    expect(await ids()).toEqual(['after'])
    expect((await readNewest())?.count.known).toBe(0)
  })
})
