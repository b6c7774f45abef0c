import { describe, expect, test } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import {
  numberedEntry,
  FakeJournal,
  neverResolves,
  fakeJournalDeps,
  nextTask,
  shownContents,
  createJournal,
} from '#tests/support/fakeJournal.ts'
import type { JournalState } from './journal.ts'

/**
 * Returns `many` entries with consecutive times. The newest of these entries is `newerBy` milliseconds newer than the
 * newest initial entry.
 */
const range = (many: number, newerBy: number): LogEntry[] =>
  Array.from({ length: many }, (_, index) => numberedEntry(index - newerBy))

async function opened(size: number) {
  const journal = new FakeJournal(size)
  const store = createJournal(journal.io())
  await store.getState().open('alice')
  await nextTask()
  return { journal, store }
}

test('`softDelete` rejects as soon as its write is rejected, even while other writes are pending', async () => {
  const { journal } = await opened(0)
  const io = {
    ...journal.io(),
    softDelete: () => Promise.reject(new Error('refused')),
    whenAllSent: neverResolves,
  }
  const store = createJournal(io)
  await store.getState().open('alice')
  await expect(store.getState().softDelete('x')).rejects.toThrow('refused')
  expect(store.getState()).toMatchObject({ allSent: false, deletedHere: new Set() })
})

describe('the list of entries', () => {
  test('the list shows the newest entries, and more when the user scrolls', async () => {
    const { journal, store } = await opened(380)
    expect(store.getState()).toMatchObject({ hasMore: true, count: { known: 380, exact: true } })
    expect(store.getState().order).toHaveLength(50)
    store.getState().loadMore()
    store.getState().loadMore()
    await nextTask()
    expect(store.getState().order).toHaveLength(100)
    for (const all of [200, 380]) {
      store.getState().loadMore()
      await nextTask()
      expect(store.getState().order).toHaveLength(all)
    }
    expect(shownContents(store)).toEqual(journal.entries.map(({ content }) => content))
    expect(store.getState().hasMore).toBe(false)
  })

  test('an unchanged entry stays the same object when another entry changes', async () => {
    const { journal, store } = await opened(3)
    const before = store.getState().entries
    journal.change(journal.entries.map((one) => (one.id === 'e1' ? { ...one, content: 'changed' } : one)))
    const after = store.getState().entries
    expect(after.get('e0')).toBe(before.get('e0'))
    expect(after.get('e1')?.content).toBe('changed')
    expect(store.getState().order).toEqual(['e0', 'e1', 'e2'])
  })

  test('when new entries push old entries out of the first page, no gap appears before the second page', async () => {
    const { store, journal } = await opened(90)
    store.getState().loadMore()
    await nextTask()
    for (let count = 0; count < 3; count++) {
      journal.add(`new ${count}`)
      await nextTask()
    }
    await nextTask()
    expect(shownContents(store)).toEqual(journal.entries.map(({ content }) => content))
    journal.change(journal.entries.map((one) => (one.id === 'e49' ? { ...one, content: 'the one at the edge' } : one)))
    expect(shownContents(store)).toContain('the one at the edge')
  })

  test.each([120, 700])('no gap appears between two pages when %i entries arrive together', async (many) => {
    const { store, journal } = await opened(90)
    store.getState().loadMore()
    await nextTask()
    journal.change([...range(many, 1000), ...journal.entries])
    await nextTask()
    const list = shownContents(store)
    expect(list.length).toBeGreaterThanOrEqual(many === 120 ? 210 : 500)
    expect(list).toEqual(journal.entries.slice(0, list.length).map(({ content }) => content))
    expect(store.getState()).toMatchObject({ hasMore: many === 700, count: { known: 90 + many, exact: true } })
  })

  test('deleting an entry removes it from the list and from the count', async () => {
    const { store, journal } = await opened(60)
    journal.add('new')
    await nextTask()
    expect(store.getState().count).toEqual({ known: 61, exact: true })
    await store.getState().softDelete('new')
    await store.getState().softDelete('e3')
    await nextTask()
    expect(journal.counted, 'number of count requests').toBe(1)
    expect(store.getState().entries.has('e3')).toBe(false)
    expect(store.getState().count).toEqual({ known: 59, exact: true })
    expect(store.getState().order).toHaveLength(50)
  })

  test('if several entries arrive together, entries too old for the list are counted too', async () => {
    const { store, journal } = await opened(60)
    journal.change([...range(120, 200), ...journal.entries])
    await nextTask()
    expect(store.getState().count).toEqual({ known: 180, exact: true })
  })

  test('entries that arrive in quick succession cause only one count request, after the last entry has arrived', async () => {
    const journal = new FakeJournal(60)
    const waiting: (() => void)[] = []
    const deps = { ...fakeJournalDeps(), waitForQuiet: () => new Promise<void>((resolve) => waiting.push(resolve)) }
    const store = createJournal(journal.io(), deps)
    await store.getState().open('alice')
    await nextTask()
    for (const after of [100, 200, 300]) journal.change([...range(50, after), ...journal.entries])
    for (const resolve of waiting) resolve()
    await nextTask()
    expect(journal.counted, 'one count request on opening and one after the changes').toBe(2)
    expect(store.getState().count).toEqual({ known: 210, exact: true })
  })

  test('the answer to an outdated count request is ignored', async () => {
    const { store, journal } = await opened(60)
    journal.pauseCounts()
    for (const news of [range(50, 1000), range(50, 2000), range(1, 3000)]) {
      journal.change([...news, ...journal.entries])
      await nextTask()
    }
    // The answers to the count requests arrive in reverse order.
    for (const answer of journal.pausedCounts.toReversed()) answer()
    await nextTask()
    expect(store.getState().count).toEqual({ known: 161, exact: true })
  })

  test.each<[string, number, (entries: readonly LogEntry[]) => LogEntry[], number]>([
    ['arrive', 120, (entries) => [...range(120, 200), ...entries], 240],
    ['are deleted', 50, (entries) => entries.slice(2), 48],
  ])('if entries %s while a page is loading, the count is still exact afterwards', async (_, size, change, known) => {
    const { store, journal } = await opened(size)
    journal.pausePages()
    store.getState().loadMore()
    await nextTask()
    journal.change(change(journal.entries))
    await nextTask()
    journal.resumePages()
    await nextTask()
    expect(store.getState().count).toEqual({ known, exact: true })
  })

  test('entries without a time are shown but not counted; entries from before 1970 are shown and counted', async () => {
    const old = numberedEntry(900, { timestamp: Date.parse('0001-01-01T00:00:00Z') })
    const { store, journal } = await opened(0)
    journal.change([numberedEntry(1, { id: 'odd', timestamp: null }), ...range(51, 10), old])
    await nextTask()
    expect(store.getState().order.at(-1)).toBe('odd')
    expect(store.getState().count).toEqual({ known: 52, exact: true })
    store.getState().loadMore()
    await nextTask()
    expect(store.getState().order.slice(-2)).toEqual([old.id, 'odd'])
    expect(store.getState().count).toEqual({ known: 52, exact: true })
  })

  test('the count is updated when entries older than the loaded list are imported, restored or deleted', async () => {
    const { store, journal } = await opened(60)
    const count = () => store.getState().count
    journal.change([...journal.entries, numberedEntry(100), numberedEntry(101)])
    void store.getState().recount()
    await nextTask()
    expect(count()).toEqual({ known: 62, exact: true })
    await store.getState().softDelete('e101')
    await nextTask()
    expect(count()).toEqual({ known: 61, exact: true })
    journal.change([...journal.entries, numberedEntry(101)])
    await store.getState().restore('e101')
    await nextTask()
    expect(count()).toEqual({ known: 62, exact: true })
  })

  test('during Delete All, the count is the number of entries left, even while the live queries are empty', async () => {
    const journal = new FakeJournal(900)
    const all = journal.entries
    const counts: JournalState['count'][] = []
    const store = createJournal({
      ...journal.io(),
      removeAll: async (_, onProgress) => {
        for (const removed of [400, 800]) {
          // The live queries are empty until the server has sent the next page.
          journal.change([])
          counts.push(store.getState().count)
          journal.change(all.slice(removed))
          onProgress(removed)
          counts.push(store.getState().count)
        }
        throw new Error('interrupted')
      },
    })
    await store.getState().open('alice')
    await nextTask()
    await expect(store.getState().removeAll(() => {})).rejects.toThrow('interrupted')
    await nextTask()
    expect(counts).toEqual([
      { known: 900, exact: true },
      { known: 500, exact: false },
      { known: 500, exact: false },
      { known: 100, exact: false },
    ])
    expect(store.getState().count, 'after the interruption').toEqual({ known: 100, exact: true })
  })

  test('a Delete All that ends after the journal is closed does not change the count', async () => {
    const { journal } = await opened(900)
    const removal = Promise.withResolvers<void>()
    const store = createJournal({
      ...journal.io(),
      removeAll: async (_, onProgress) => {
        await removal.promise
        onProgress(400)
      },
    })
    await store.getState().open('alice')
    await nextTask()
    const removing = store.getState().removeAll(() => {})
    await nextTask()
    store.getState().close()
    removal.resolve()
    await removing
    expect(store.getState().count).toEqual({ known: 0, exact: false })
  })

  test('a journal that is completely loaded is counted without a request', async () => {
    const { journal, store } = await opened(20)
    expect(store.getState().count).toEqual({ known: 20, exact: true })
    expect(journal.counted).toBe(0)
  })

  test('closing the journal ends all live queries and ignores their late answers', async () => {
    const { journal, store } = await opened(5)
    const [late] = journal.listeners
    store.getState().close()
    expect(journal.listeners.size).toBe(0)
    late?.tell(true)
    expect(store.getState()).toMatchObject({ connection: 'idle', uid: null, order: [], loaded: false })
  })
})

test('`exportAll` saves all entries in one file, and saves no file for an empty journal', async () => {
  const deps = fakeJournalDeps()
  const journal = new FakeJournal(2)
  const store = createJournal(journal.io(), deps)
  await store.getState().open('alice')
  expect(await store.getState().exportAll(() => {})).toBe(2)
  expect(await store.getState().exportAll(() => {}, [numberedEntry(7)]), 'entries passed by the caller').toBe(1)
  expect(deps.exported).toEqual([journal.entries, [numberedEntry(7)]])
  journal.entries = []
  expect(await store.getState().exportAll(() => {})).toBe(0)
  expect(deps.exported).toHaveLength(2)
})
