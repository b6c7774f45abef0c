import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayOf } from '#domain/activity/activity.ts'
import type { JournalListener } from '#src/io/journal/journal.ts'
import { shownSearch } from '#src/stores/journal.ts'
import { FakeCloud } from '#tests/support/fakeCloud.ts'
import { blockFill, changeElsewhere, never, openStore, setUpStore, syncedDevice } from '#tests/support/journalStore.ts'
import { cloudWith, numberedEntry, settled } from '#tests/support/testJournal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('searching', () => {
  test('a search shows the newest 100 results, and 200 more when the user scrolls', async () => {
    const { state, shown } = await openStore({ cloud: cloudWith(350) })
    state().search('entry')
    await settled()
    expect(state().views.get('search')).toMatchObject({ total: 350, hasMore: true })
    expect(shown('search')).toHaveLength(100)
    state().loadMore('search')
    await settled()
    expect(shown('search')).toHaveLength(300)
    // The search screen repeats its search whenever it mounts.
    state().search('entry')
    await settled()
    expect(shown('search')).toHaveLength(300)
  })

  test('another search starts with the newest 100 results again', async () => {
    const { state, shown } = await openStore({ cloud: cloudWith(350) })
    state().search('entry')
    await settled()
    state().loadMore('search')
    state().search('entry 1')
    await settled()
    expect(shown('search')).toHaveLength(100)
  })

  test.each(['', '  '])('the empty search %j has no results', async (text) => {
    const { state, shown } = await openStore({ cloud: cloudWith(3) })
    state().search('entry')
    await settled()
    state().search(text)
    await settled()
    expect(shown('search')).toBeUndefined()
    expect(shownSearch(state())).toBeUndefined()
  })

  test('the results change when an entry changes, and an unchanged entry stays the same object', async () => {
    const { cloud, state, shown } = await openStore({ cloud: cloudWith(3) })
    state().search('entry')
    await settled()
    const before = state().entries
    changeElsewhere(cloud, 'e1', { content: 'entry changed' })
    changeElsewhere(cloud, 'e2', { content: 'other' })
    await settled()
    expect(shown('search')).toEqual(['entry 0', 'entry changed'])
    expect(state().entries.get('e0')).toBe(before.get('e0'))
  })

  test('a search made before the journal is open has results as soon as the journal is open', async () => {
    const { state, shown } = setUpStore({ cloud: cloudWith(2) })
    state().search('entry')
    void state().open()
    await settled()
    expect(shown('search')).toHaveLength(2)
  })

  test('the results of an earlier search stay visible, as its results, until the next search is answered', async () => {
    const { journal, state, shown } = setUpStore({ cloud: cloudWith(2) })
    const listeners: JournalListener[] = []
    vi.spyOn(journal, 'subscribe').mockImplementation((listener) => void listeners.push(listener))
    const watch = vi.spyOn(journal, 'watch')
    void state().open()
    await settled()
    state().search('a')
    state().search('ab')
    await settled()
    const [id = 0] = watch.mock.lastCall ?? []
    const answer = { ids: ['e0'], entries: [numberedEntry(0)], total: 1, hasMore: false }
    listeners[0]?.onView?.(id, { ...answer, view: { kind: 'search', text: 'a', limit: 100 } })
    expect(shown('search')).toEqual(['entry 0'])
    expect(shownSearch(state())).toBe('a')
    listeners[0]?.onView?.(id, { ...answer, view: { kind: 'search', text: 'ab', limit: 100 } })
    expect(shownSearch(state())).toBe('ab')
  })

  test('a search on a device that lacks entries reads them, even while the user does not rest', async () => {
    const { state } = await openStore({ cloud: cloudWith(600), whenUserIdle: () => never() })
    expect(state().isComplete).toBe(false)
    state().search('entry')
    await settled()
    expect(state().isComplete).toBe(true)
  })

  test('an entry that leaves its view is forgotten', async () => {
    const { cloud, state } = await openStore({ cloud: cloudWith(2) })
    changeElsewhere(cloud, 'e0', { deleted: true, listed: false, deletedAt: 1 })
    await settled()
    expect([...state().entries.keys()]).toEqual(['e1'])
  })

  test('the entries of a search are forgotten when no view shows them', async () => {
    const { state } = await openStore({ cloud: cloudWith(200) })
    state().search('"entry 150"')
    await settled()
    expect(state().entries.has('e150')).toBe(true)
    state().search('')
    expect(state().entries.has('e150')).toBe(false)
    expect(state().entries.has('e0')).toBe(true)
  })

  test('`findAll` resolves with the newest matching entries, also before the journal is open', async () => {
    const { state } = setUpStore({ cloud: cloudWith(3) })
    void state().open()
    expect(await state().findAll('entry')).toEqual([])
    await settled()
    const found = await state().findAll('entry', 2)
    expect(found.map(({ content }) => content)).toEqual(['entry 0', 'entry 1'])
    expect(await state().findAll('')).toHaveLength(3)
  })
})

describe('questions about the whole journal', () => {
  const tagged = () => {
    const cloud = new FakeCloud()
    cloud.entries.set('e1', numberedEntry(1, { tags: ['a', 'B'], goals: ['a', '[x] b'] }))
    cloud.entries.set('e0', numberedEntry(0, { tags: ['B'], goals: ['c', '[x] a'] }))
    return cloud
  }

  test('`readTags` lists and counts the tags, the most used first', async () => {
    const { state } = await openStore({ cloud: tagged() })
    await state().readTags()
    expect(state().tags).toEqual([
      { tag: 'B', count: 2 },
      { tag: 'a', count: 1 },
    ])
  })

  test('`readGoals` lists each goal once, beginning with the goals of the newest entry', async () => {
    const { state } = await openStore({ cloud: tagged() })
    await state().readGoals()
    expect(state().goals).toEqual(['c', 'a', 'b'])
  })

  test('`readLookBack` reads the statistics', async () => {
    const { state } = await openStore({ cloud: tagged() })
    await state().readLookBack(Date.now())
    expect(state().lookBack?.statistics).toBeDefined()
  })

  test('a question that is asked while the journal opens is answered when it is open', async () => {
    const cloud = tagged()
    const { state } = setUpStore({ cloud, device: await syncedDevice(cloud) })
    void state().open()
    void state().readTags()
    await settled()
    expect(state().tags).toHaveLength(2)
  })

  test('if the code of the journal cannot be loaded, a question has no answer', async () => {
    const { state } = await openStore({ loadFailures: 1 })
    await state().readTags()
    expect(state().tags).toEqual([])
  })

  test('if the code of the journal cannot be loaded, a question that waits for the code has no answer', async () => {
    const code = Promise.withResolvers<void>()
    const { state } = await openStore({ code: code.promise, loadFailures: 1 })
    const found = state().findAll('')
    code.resolve()
    expect(await found).toEqual([])
  })
})

describe('days', () => {
  const [first, second] = [dayOf(new Date(2026, 10, 1, 12).getTime()), dayOf(new Date(2026, 10, 2, 12).getTime())]
  const onDays = () => {
    const cloud = new FakeCloud()
    const add = (id: string, timestamp: number) =>
      cloud.entries.set(id, numberedEntry(0, { id, content: id, timestamp, lastUpdated: 1 }))
    add('a', first.from)
    add('b', first.from + 1000)
    add('c', second.from)
    return cloud
  }

  test('the entries of each day are counted', async () => {
    const { state } = await openStore({ cloud: onDays() })
    await state().countDays([first, second])
    expect([...state().countsByDay]).toEqual([
      [first.key, 2],
      [second.key, 1],
    ])
  })

  test('the entries of a chosen day are kept up to date', async () => {
    const { cloud, state, shown } = await openStore({ cloud: onDays() })
    state().chooseDay(first)
    expect(state().day).toBe(first)
    await settled()
    expect(shown('period')).toEqual(['b', 'a'])
    changeElsewhere(cloud, 'b', { content: 'changed' })
    await settled()
    expect(shown('period')).toEqual(['changed', 'a'])
  })

  test('a day chosen on a device that lacks entries makes it read them, even while the user does not rest', async () => {
    const { state } = await openStore({ cloud: cloudWith(600), whenUserIdle: () => never() })
    expect(state().isComplete).toBe(false)
    state().chooseDay(first)
    await settled()
    expect(state().isComplete).toBe(true)
  })

  test('when another day is chosen, the entries of the previous day are not shown', async () => {
    const { state, shown } = await openStore({ cloud: onDays() })
    state().chooseDay(first)
    await settled()
    state().chooseDay(second)
    expect(shown('period')).toBeUndefined()
    await settled()
    expect(shown('period')).toEqual(['c'])
  })

  test('when no day is chosen, the entries of the previous day are closed', async () => {
    const { state, shown } = await openStore({ cloud: onDays() })
    state().chooseDay(first)
    await settled()
    state().chooseDay(null)
    await settled()
    expect(state().day).toBeNull()
    expect(shown('period')).toBeUndefined()
  })
})

describe('the trash', () => {
  test('the trash shows the deleted entries, the most recently deleted first', async () => {
    const { state, shown } = await openStore({ cloud: cloudWith(3) })
    state().watch('trash', { kind: 'trash' })
    for (const id of ['e1', 'e0']) {
      await state().change({ kind: 'delete', id })
      await settled()
    }
    expect(shown('trash')).toEqual(['entry 0', 'entry 1'])
    await state().change({ kind: 'restore', id: 'e0' })
    await state().change({ kind: 'remove', id: 'e1' })
    await settled()
    expect(shown('trash')).toEqual([])
    expect(shown()).toEqual(['entry 0', 'entry 2'])
  })

  test('a view that two screens watch is open until both have closed it', async () => {
    const { state, shown } = await openStore()
    const [close, closeOther] = [1, 2].map(() => state().watch('trash', { kind: 'trash' }))
    await settled()
    close?.()
    expect(shown('trash')).toEqual([])
    closeOther?.()
    expect(shown('trash')).toBeUndefined()
  })

  test('a closed view is no longer computed', async () => {
    const { journal, state } = await openStore()
    const [watch, unwatch] = [vi.spyOn(journal, 'watch'), vi.spyOn(journal, 'unwatch')]
    state().watch('trash', { kind: 'trash' })()
    await settled()
    expect(unwatch).toHaveBeenCalledWith(watch.mock.lastCall?.[0])
  })
})

describe('the view of one entry', () => {
  const openedOnNewDevice = async (size: number) => {
    const tab = setUpStore({ cloud: cloudWith(size) })
    blockFill(tab.server)
    const readEntry = vi.spyOn(tab.server, 'readEntry')
    void tab.state().open()
    await settled()
    return { ...tab, readEntry }
  }

  test('an entry of the device is shown and kept up to date, without a request', async () => {
    const { cloud, state, shown, readEntry } = await openedOnNewDevice(1)
    state().watchEntry('e0')
    await settled()
    expect(shown('entry:e0')).toEqual(['entry 0'])
    changeElsewhere(cloud, 'e0', { content: 'changed' })
    await settled()
    expect(shown('entry:e0')).toEqual(['changed'])
    expect(readEntry).not.toHaveBeenCalled()
  })

  test('an entry that the device lacks is read from the server', async () => {
    const { state, shown } = await openedOnNewDevice(200)
    const close = state().watchEntry('e150')
    await settled()
    expect(shown('entry:e150')).toEqual(['entry 150'])
    close()
    expect(state().entries.has('e150')).toBe(false)
  })

  test('an entry that is watched before the journal is open is read from the server', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(200) })
    blockFill(server)
    state().watchEntry('e150')
    void state().open()
    await settled()
    expect(shown('entry:e150')).toEqual(['entry 150'])
  })

  test('an entry that neither the device nor the server has is reported as absent', async () => {
    const { state } = await openedOnNewDevice(1)
    state().watchEntry('none')
    await settled()
    expect(state().absent).toEqual(new Set(['none']))
  })

  test('a device that has all entries does not ask the server for an entry', async () => {
    const { server, state, shown } = await openStore({ cloud: cloudWith(1) })
    const readEntry = vi.spyOn(server, 'readEntry')
    state().watchEntry('none')
    await settled()
    expect(shown('entry:none')).toEqual([])
    expect(readEntry).not.toHaveBeenCalled()
  })

  test('if the device is offline, the entry is read when the network is back', async () => {
    const { server, state, shown } = await openedOnNewDevice(200)
    server.isOnline = false
    state().watchEntry('e150')
    await settled()
    expect(state().absent).toEqual(new Set())
    server.reconnect()
    state().retry()
    await settled()
    expect(shown('entry:e150')).toEqual(['entry 150'])
  })
})
