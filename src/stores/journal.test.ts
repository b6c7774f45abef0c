import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Operation, Outcome } from '#domain/journal/operations.ts'
import { isConfirmedEntry } from '#src/stores/journal.ts'
import {
  addElsewhere,
  addition,
  blockFill,
  changeElsewhere,
  contentsOf,
  edit,
  never,
  openStore,
  setUpStore,
  syncedDevice,
} from '#tests/support/journalStore.ts'
import { cloudWith, numberedEntry, settled } from '#tests/support/testJournal.ts'

const ANSWER_TIMEOUT_MS = 15_000
const SYNC_TIMEOUT_MS = 5000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the list of entries', () => {
  test('the list shows the newest entries, and more when the user scrolls', async () => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(380) })
    expect(state().count).toEqual({ known: 380, exact: true })
    expect(shown()).toHaveLength(50)
    expect(state().views.get('list')).toMatchObject({ hasMore: true, total: 380 })
    state().loadMore('list')
    state().loadMore('list')
    await settled()
    expect(shown()).toHaveLength(100)
    for (const size of [200, 380]) {
      state().loadMore('list')
      await settled()
      expect(shown()).toHaveLength(size)
    }
    expect(shown()).toEqual(contentsOf(cloud))
    expect(state().views.get('list')?.hasMore).toBe(false)
  })

  test('an unchanged entry stays the same object when another entry changes', async () => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(3) })
    const before = state().entries
    changeElsewhere(cloud, 'e1', { content: 'changed' })
    await settled()
    expect(state().entries.get('e0')).toBe(before.get('e0'))
    expect(shown()).toEqual(['entry 0', 'changed', 'entry 2'])
  })

  test('an entry stays the same object when the server sends it again', async () => {
    const { cloud, state } = await openStore({ cloud: cloudWith(1) })
    const before = state().entries.get('e0')
    cloud.entries.set('e0', numberedEntry(0))
    cloud.notify()
    await settled()
    expect(state().entries.get('e0')).toBe(before)
  })

  test.each([1, 120, 700])('if %i entries arrive together, no gap appears in the list', async (many) => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(90) })
    state().loadMore('list')
    await settled()
    addElsewhere(cloud, many)
    await settled()
    expect(shown()).toEqual(contentsOf(cloud).slice(0, 100))
    expect(state().count).toEqual({ known: 90 + many, exact: true })
  })

  test('entries without a time come last; entries from before 1970 are shown in their order', async () => {
    const cloud = cloudWith(1)
    cloud.entries.set('odd', numberedEntry(0, { id: 'odd', content: 'odd', timestamp: null }))
    const old = Date.parse('0001-01-01T00:00:00Z')
    cloud.entries.set('old', numberedEntry(0, { id: 'old', content: 'old', timestamp: old }))
    const { state, shown } = await openStore({ cloud })
    expect(shown()).toEqual(['entry 0', 'old', 'odd'])
    expect(state().count).toEqual({ known: 3, exact: true })
  })

  test('the count is not exact while the device does not know all changes of the server', async () => {
    const cloud = cloudWith(2)
    const device = await syncedDevice(cloud)
    const { server, state } = setUpStore({ cloud, device })
    server.isOnline = false
    void state().open()
    await settled()
    expect(state().count).toEqual({ known: 2, exact: false })
    addElsewhere(cloud, 1)
    server.reconnect()
    state().retry()
    await settled()
    expect(state().count).toEqual({ known: 3, exact: true })
  })

  test('the count of a connected journal stays exact when the connection is lost', async () => {
    const { client, server, state } = await openStore({ cloud: cloudWith(2) })
    server.isOnline = false
    client.onState('offline')
    void state().change({ kind: 'delete', id: 'e0' })
    await settled()
    expect(state()).toMatchObject({ live: false, count: { known: 1, exact: true } })
  })

  test('every change increments the revision', async () => {
    const { cloud, state } = await openStore({ cloud: cloudWith(2) })
    const { revision } = state()
    changeElsewhere(cloud, 'e1', { content: 'changed' })
    await settled()
    expect(state().revision).toBeGreaterThan(revision)
  })
})

describe('a device that lacks entries', () => {
  async function openedOnNewDevice(size: number) {
    const tab = setUpStore({ cloud: cloudWith(size) })
    blockFill(tab.server)
    void tab.state().open()
    await settled()
    return tab
  }

  test('the newest entries are shown first, and the count is a lower bound', async () => {
    const { state, shown } = await openedOnNewDevice(200)
    expect(shown()).toHaveLength(50)
    expect(state()).toMatchObject({ loaded: true, isComplete: false, count: { known: 50, exact: false } })
    expect(state().views.get('list')?.hasMore).toBe(true)
  })

  test('when the user scrolls, older entries are read from the server', async () => {
    const { cloud, state, shown } = await openedOnNewDevice(1500)
    for (const size of [100, 200, 400, 800, 1200]) {
      state().loadMore('list')
      await settled()
      expect(shown()).toEqual(contentsOf(cloud).slice(0, size))
    }
  })

  test('older entries are read once, even if the user scrolls on while they are read', async () => {
    const { server, state, shown } = await openedOnNewDevice(2000)
    const answer = Promise.withResolvers<void>()
    const { readOlder } = server
    let reads = 0
    server.readOlder = async (...range) => {
      reads++
      await answer.promise
      return readOlder(...range)
    }
    for (let scroll = 0; scroll < 10; scroll++) {
      state().loadMore('list')
      await settled()
    }
    answer.resolve()
    await settled()
    expect(reads).toBe(1)
    expect(shown()).toHaveLength(100)
  })
})

describe('changes', () => {
  test('a change of a visible entry is shown before the device has stored it', async () => {
    const { device, state, shown } = await openStore({ cloud: cloudWith(3) })
    vi.spyOn(await device.database, 'enqueue').mockReturnValue(never())
    void state().change(edit(numberedEntry(1), 'changed'))
    void state().change({ kind: 'delete', id: 'e0' })
    await settled()
    expect(shown()).toEqual(['changed', 'entry 2'])
    expect(state().entries.get('e1')?.queued).toBe(true)
  })

  test('a change is shown before the server has confirmed it', async () => {
    const { server, state, shown } = await openStore({ cloud: cloudWith(3) })
    server.isOnline = false
    void state().change(edit(numberedEntry(1), 'changed'))
    void state().change({ kind: 'delete', id: 'e0' })
    await settled()
    expect(shown()).toEqual(['changed', 'entry 2'])
    expect(state().count).toEqual({ known: 2, exact: true })
    expect(state().queue.map(({ operation }) => operation.kind)).toEqual(['edit', 'delete'])
    expect(state().entries.get('e1')?.queued).toBe(true)
  })

  test('a change resolves with the answer of the server', async () => {
    const { cloud, state } = await openStore({ cloud: cloudWith(2) })
    const outcomes: Outcome[] = [await state().change(edit(numberedEntry(0), 'mine'))]
    changeElsewhere(cloud, 'e1', { content: 'theirs' })
    outcomes.push(await state().change(edit(numberedEntry(1), 'mine')))
    cloud.isRefused = () => true
    outcomes.push(await state().change({ kind: 'delete', id: 'e0' }))
    expect(outcomes).toEqual(['saved', 'conflict', 'refused'])
  })

  test('a change that the server refuses is undone', async () => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(2) })
    cloud.isRefused = () => true
    await Promise.all([state().change({ kind: 'delete', id: 'e0' }), state().change(edit(numberedEntry(1), 'mine'))])
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1'])
    expect(state()).toMatchObject({ queue: [], count: { known: 2, exact: true } })
    expect(state().entries.get('e1')?.queued).toBe(false)
  })

  test('a change resolves even if another tab has sent it', async () => {
    const cloud = cloudWith(1)
    const { device, server, state } = await openStore({ cloud })
    server.isOnline = false
    const changed = state().change({ kind: 'delete', id: 'e0' })
    await settled()
    const other = await openStore({ cloud, device })
    other.journal.retry()
    expect(await changed).toBe('saved')
    expect(state().lastAnswered).toBeNull()
    expect(other.state().lastAnswered).toMatchObject({ outcome: 'saved', isAwaited: false })
  })

  test.each<[string, Operation, boolean, boolean]>([
    ['a saved new entry', addition('new'), false, true],
    ['a refused new entry', addition('new'), true, false],
    ['a saved deletion', { kind: 'delete', id: 'e0' }, false, false],
  ])('`isConfirmedEntry` recognizes %s: %s', async (_, operation, isRefused, isConfirmed) => {
    const { cloud, state } = await openStore({ cloud: cloudWith(1) })
    expect(isConfirmedEntry(state().lastAnswered)).toBe(false)
    cloud.isRefused = () => isRefused
    await state().change(operation)
    expect(state().lastAnswered?.isAwaited).toBe(true)
    expect(isConfirmedEntry(state().lastAnswered)).toBe(isConfirmed)
  })

  test('`retry` sends the queue without further delay', async () => {
    const { server, state } = await openStore({ cloud: cloudWith(1) })
    server.isOnline = false
    const changed = state().change({ kind: 'delete', id: 'e0' })
    await settled()
    server.reconnect()
    state().retry()
    expect(await changed).toBe('saved')
  })

  test('`flush` sends changes that wait for further changes, and resolves when the server has answered them', async () => {
    const { cloud, server, state } = await openStore()
    server.isOnline = false
    void state().change({ kind: 'tune', frequency: 100 })
    await settled()
    let isFlushed = false
    const flushed = state()
      .flush()
      .then(() => (isFlushed = true))
    await settled()
    expect(isFlushed).toBe(false)
    server.reconnect()
    state().retry()
    await settled()
    expect(isFlushed).toBe(true)
    expect(cloud.accountChanges).toEqual([{ kind: 'tune', frequency: 100 }])
    await flushed
  })

  test('`flush` waits for a queue that is not loaded yet', async () => {
    const { device, session, server, state } = await openStore()
    server.isOnline = false
    void state().change(addition('one'))
    await settled()
    session.end()
    const next = setUpStore({ device })
    next.server.isOnline = false
    let isFlushed = false
    void next
      .state()
      .flush()
      .then(() => (isFlushed = true))
    await settled()
    expect(isFlushed).toBe(false)
  })
})

describe('deleting all entries', () => {
  test('all entries disappear at once, and the progress is reported', async () => {
    const { cloud, state, store, shown } = await openStore({ cloud: cloudWith(12) })
    const progress: number[] = []
    store.subscribe(({ deletedCount }, before) => deletedCount !== before.deletedCount && progress.push(deletedCount))
    const shownCounts = new Set<number>()
    store.subscribe(({ count, queue }) => queue.length > 0 && shownCounts.add(count.known))
    expect(await state().change({ kind: 'clear' })).toBe('saved')
    await settled()
    expect(progress).toEqual([5, 10, 12])
    expect(shown()).toEqual([])
    expect(state().count).toEqual({ known: 0, exact: true })
    expect(cloud.entries.size).toBe(0)
    expect([...shownCounts].every((known) => known === 0)).toBe(true)
  })

  test('while the device is offline, the list is empty, and an entry written afterward is shown', async () => {
    const { cloud, server, state, shown } = await openStore({ cloud: cloudWith(3) })
    server.isOnline = false
    void state().change({ kind: 'clear' })
    void state().change(addition('new'))
    await settled()
    expect(shown()).toEqual(['new'])
    server.reconnect()
    state().retry()
    await settled()
    expect(contentsOf(cloud)).toEqual(['new'])
    expect(shown()).toEqual(['new'])
  })

  test('all entries are shown again if the server refuses the deletion', async () => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(3) })
    cloud.isRefused = () => true
    expect(await state().change({ kind: 'clear' })).toBe('refused')
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1', 'entry 2'])
  })
})

describe('changing many entries', () => {
  const changesOf = (...numbers: readonly number[]) =>
    numbers.map((number) => ({ before: numberedEntry(number), changes: { tags: ['new'] } }))

  test('the answer to each change is reported', async () => {
    const { cloud, state } = await openStore({ cloud: cloudWith(3) })
    changeElsewhere(cloud, 'e1', { tags: ['theirs'] })
    const answers: [string, Outcome][] = []
    const isFinished = await state().changeAll(changesOf(0, 1, 2), ({ before }, outcome) =>
      answers.push([before.id, outcome]),
    )
    expect(isFinished).toBe(true)
    expect(answers).toEqual([
      ['e0', 'saved'],
      ['e1', 'conflict'],
      ['e2', 'saved'],
    ])
    expect(cloud.entries.get('e0')).toMatchObject({ content: 'entry 0', tags: ['new'] })
  })

  test('the changes are marked, so that a rejected change does not become a draft', async () => {
    const { server, state } = await openStore({ cloud: cloudWith(1) })
    server.isOnline = false
    void state().changeAll(changesOf(0), () => {})
    await settled()
    expect(state().queue).toMatchObject([{ operation: { kind: 'edit', isBulk: true } }])
  })

  test('changes without an answer within 15 seconds are withdrawn', async () => {
    const { server, state } = await openStore({ cloud: cloudWith(2) })
    server.isOnline = false
    const answered = vi.fn<() => void>()
    const finished = state().changeAll(changesOf(0, 1), answered)
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS - 1)
    expect(state().queue).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS)
    expect(await finished).toBe(false)
    await settled()
    expect(state().queue).toEqual([])
    expect(state().entries.get('e0')?.tags).toEqual([])
    expect(answered).not.toHaveBeenCalled()
  })

  test('every answer extends the time for the others', async () => {
    const { server, state } = await openStore({ cloud: cloudWith(2) })
    const { commit } = server
    server.commit = ([first]) => (first ? commit([first]) : never())
    server.isOnline = false
    const finished = state().changeAll(changesOf(0), () => {})
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS - 1)
    server.reconnect()
    state().retry()
    expect(await finished).toBe(true)
  })
})

describe('`whenSynced`', () => {
  test('it resolves when the device has all entries, even while the user does not rest', async () => {
    const { state } = await openStore({ cloud: cloudWith(1200), whenUserIdle: () => never() })
    expect(state().isComplete).toBe(false)
    const synced = state().whenSynced()
    await vi.advanceTimersByTimeAsync(SYNC_TIMEOUT_MS)
    expect(await synced).toBe(true)
    expect(state().count).toEqual({ known: 1200, exact: true })
  })

  test('it resolves at once if the device has all entries', async () => {
    const { state } = await openStore({ cloud: cloudWith(1) })
    expect(await state().whenSynced()).toBe(true)
  })

  test('a call before the journal is open resolves when the device has all entries', async () => {
    const { state } = setUpStore({ cloud: cloudWith(600), whenUserIdle: () => never() })
    void state().open()
    const synced = state().whenSynced()
    await vi.advanceTimersByTimeAsync(SYNC_TIMEOUT_MS)
    expect(await synced).toBe(true)
  })

  test('a tab that cannot read the entries yet reads them as soon as it can', async () => {
    const { journal, state } = setUpStore({ cloud: cloudWith(600), whenUserIdle: () => never() })
    void journal.fill()
    void state().open()
    await settled()
    expect(state().isComplete).toBe(true)
  })

  test('it resolves with false if the device has all entries but may lack changes', async () => {
    const cloud = cloudWith(1)
    const { server, state } = setUpStore({ cloud, device: await syncedDevice(cloud) })
    server.isOnline = false
    void state().open()
    await settled()
    const synced = state().whenSynced()
    await vi.advanceTimersByTimeAsync(SYNC_TIMEOUT_MS)
    expect(await synced).toBe(false)
  })

  test('it resolves with false if the server does not answer within 5 seconds', async () => {
    const { server, state } = setUpStore({ cloud: cloudWith(1) })
    server.isOnline = false
    void state().open()
    await settled()
    let answer: boolean | undefined
    void state()
      .whenSynced()
      .then((isSynced) => (answer = isSynced))
    await vi.advanceTimersByTimeAsync(SYNC_TIMEOUT_MS - 1)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer).toBe(false)
  })

  test('it waits as long as entries arrive', async () => {
    const { server, state } = setUpStore({ cloud: cloudWith(1200) })
    const { readPage } = server
    server.readPage = async (after, limit) => {
      await new Promise((resolve) => setTimeout(resolve, SYNC_TIMEOUT_MS - 1000))
      return readPage(after, limit)
    }
    void state().open()
    await settled()
    const synced = state().whenSynced()
    await vi.advanceTimersByTimeAsync(4 * SYNC_TIMEOUT_MS)
    expect(await synced).toBe(true)
  })
})
