import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import type { Operation } from '#domain/journal/operations.ts'
import type { JournalState } from '#src/stores/journal.ts'
import { Denied } from '#tests/support/fakeCloud.ts'
import {
  addElsewhere,
  addition,
  blockFill,
  changeElsewhere,
  never,
  openStore,
  setUpStore,
  syncedDevice,
} from '#tests/support/journalStore.ts'
import { cloudWith, numberedEntry, settled } from '#tests/support/testJournal.ts'

const CONNECT_TIMEOUT_MS = 1500
const RETRY_MS = 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('opening the journal', () => {
  test('the server is followed only after the connection test', async () => {
    const { cloud, server, state, shown } = setUpStore({ cloud: cloudWith(1) })
    const answer = Promise.withResolvers<void>()
    server.connection = answer.promise
    void state().open()
    await settled()
    expect(state().connection).toBe('connecting')
    expect(cloud.listeners.size).toBe(0)
    answer.resolve()
    await settled()
    expect(state()).toMatchObject({ connection: 'connected', live: true, loaded: true })
    expect(shown()).toEqual(['entry 0'])
  })

  test('a device that has the entries shows them before the connection test has an answer', async () => {
    const cloud = cloudWith(2)
    const { server, state, shown } = setUpStore({ cloud, device: await syncedDevice(cloud) })
    server.connection = never()
    void state().open()
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1'])
    expect(state()).toMatchObject({ connection: 'connecting', loaded: true, live: false })
  })

  test('after 1.5 seconds without an answer, the journal counts as connected', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(1) })
    server.connection = never()
    void state().open()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS - 1)
    expect(state().connection).toBe('connecting')
    await vi.advanceTimersByTimeAsync(1)
    expect(state().connection).toBe('connected')
    await settled()
    expect(shown()).toEqual(['entry 0'])
  })

  test('if the database rejects the user, the journal reports an error, and the queued operations are refused', async () => {
    const { cloud, device, session, server, state } = await openStore()
    server.isOnline = false
    void state().change({ kind: 'tune', frequency: 100 })
    void state().change(addition('one'))
    await settled()
    session.end()
    const next = setUpStore({ cloud, device })
    next.server.connection = Promise.reject(new Denied())
    void next.state().open()
    await settled()
    expect(next.state()).toMatchObject({ connection: 'error', failed: true, loaded: true, queue: [] })
    expect(next.state().lastAnswered).toMatchObject({ outcome: 'refused', queued: { operation: { id: 'one' } } })
    expect(cloud.written).toEqual([])
  })

  test('if the database rejects the user after the timeout, the journal reports an error and keeps the entries', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(1) })
    const answer = Promise.withResolvers<void>()
    server.connection = answer.promise
    void state().open()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS)
    await settled()
    answer.reject(new Denied())
    await settled()
    expect(state()).toMatchObject({ connection: 'error', failed: true })
    expect(shown()).toEqual(['entry 0'])
    await expect(state().change({ kind: 'delete', id: 'e0' })).rejects.toThrow('the backend is not connected')
  })

  const writes = [
    ['add log', addition('x')],
    ['delete log', { kind: 'delete', id: 'x' }],
    ['delete log', { kind: 'remove', id: 'x' }],
    ['update log', { kind: 'restore', id: 'x' }],
    ['clear logs', { kind: 'clear' }],
  ] satisfies [string, Operation][]

  test.each(writes)('the operation "%s" is rejected if no user is signed in', async (name, operation) => {
    const { state } = await openStore({ uid: null })
    await expect(state().change(operation)).rejects.toThrow(
      `Cannot ${name}: the backend is not connected or no user is logged in.`,
    )
  })

  test('changes of many entries are rejected if no user is signed in', async () => {
    const { state } = await openStore({ uid: null })
    await expect(state().changeAll([], () => {})).rejects.toThrow('Cannot update log')
  })

  test.each(writes)(
    'the operation "%s" is rejected if the database rejects the user, and works after the journal is opened again',
    async (name, operation) => {
      const { server, state } = setUpStore()
      server.connection = Promise.reject(new Denied())
      void state().open()
      await settled()
      await expect(state().change(operation)).rejects.toThrow(`Cannot ${name}: the backend is not connected`)
      server.connection = Promise.resolve()
      void state().open()
      const answered = state().change(operation)
      await settled()
      expect(await answered).toBeDefined()
      expect(state()).toMatchObject({ connection: 'connected', failed: false, live: true })
    },
  )

  test('`change` waits for the connection test', async () => {
    const { cloud, server, state } = setUpStore({ cloud: cloudWith(2) })
    const answer = Promise.withResolvers<void>()
    server.connection = answer.promise
    void state().open()
    const changed = state().change({ kind: 'delete', id: 'e0' })
    await settled()
    expect(cloud.written).toEqual([])
    answer.resolve()
    expect(await changed).toBe('saved')
  })

  test('if the code of the journal cannot be loaded, `retry` loads it again', async () => {
    const { state, shown } = await openStore({ cloud: cloudWith(1), loadFailures: 1 })
    expect(shown()).toBeUndefined()
    state().retry()
    await settled()
    expect(shown()).toEqual(['entry 0'])
  })

  test('if the database rejects the user later, the journal reports an error, until it is opened again', async () => {
    const { cloud, server, state, shown } = await openStore({ cloud: cloudWith(1) })
    server.failListeners(new Denied())
    await settled()
    expect(state()).toMatchObject({ connection: 'error', failed: true, live: false })
    void state().open()
    await settled()
    addElsewhere(cloud, 1)
    await settled()
    expect(state()).toMatchObject({ connection: 'connected', failed: false, live: true })
    expect(shown()).toEqual(['new 1', 'entry 0'])
  })

  test('if the database rejects one live query, all live queries end', async () => {
    const { cloud, server, state } = setUpStore()
    let reject = (_error: unknown): void => {}
    server.watchRemovals = (_, { onError }) => {
      reject = onError
      return () => {}
    }
    void state().open()
    await settled()
    reject(new Denied())
    await settled()
    expect(cloud.listeners.size).toBe(0)
  })

  test('opening the journal again does not follow the server twice', async () => {
    const { cloud, state } = await openStore()
    const { size } = cloud.listeners
    void state().open()
    await settled()
    expect(cloud.listeners.size).toBe(size)
  })

  test('on a new device, an empty journal is shown as soon as the server has answered', async () => {
    const { server, state, shown } = setUpStore()
    const answer = Promise.withResolvers<void>()
    server.connection = answer.promise
    blockFill(server)
    void state().open()
    await settled()
    expect(shown()).toBeUndefined()
    answer.resolve()
    await settled()
    expect(shown()).toEqual([])
    expect(state().loaded).toBe(true)
  })

  test('if listening fails, the journal is not live until it listens again', async () => {
    const { cloud, server, state, shown } = await openStore({ cloud: cloudWith(1) })
    server.failListeners(new Error('unavailable'))
    await settled()
    expect(state()).toMatchObject({ live: false, failed: false, connection: 'connected' })
    addElsewhere(cloud, 1)
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    await settled()
    expect(shown()).toEqual(['new 1', 'entry 0'])
  })

  test('if listening fails before the newest entries are known, the journal counts as failed until it is live', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(1) })
    const { watchNewest } = server
    server.watchNewest = (_, { onError }) => {
      onError(new Error('unavailable'))
      return () => {}
    }
    blockFill(server)
    void state().open()
    await settled()
    expect(state()).toMatchObject({ failed: true, loaded: false })
    server.watchNewest = watchNewest
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    await settled()
    expect(state()).toMatchObject({ failed: false, loaded: true, live: true })
    expect(shown()).toEqual(['entry 0'])
  })

  test('on a new device that is offline, no list is shown', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(1) })
    server.isOnline = false
    void state().open()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS)
    await settled()
    expect(shown()).toBeUndefined()
    expect(state().loaded).toBe(false)
  })

  test('the end of the session ends all live queries', async () => {
    const { cloud, session } = await openStore({ cloud: cloudWith(1) })
    expect(cloud.listeners.size).toBeGreaterThan(0)
    session.end()
    expect(cloud.listeners.size).toBe(0)
  })

  test('the device is marked as having the journal when it has all entries', async () => {
    const { server, marked, state } = setUpStore({ cloud: cloudWith(1) })
    const page = Promise.withResolvers<void>()
    const { readPage } = server
    server.readPage = (after, limit) => page.promise.then(() => readPage(after, limit))
    void state().open()
    await settled()
    expect(marked).toEqual([])
    page.resolve()
    await settled()
    expect(marked).toContain('alice')
  })
})

test('the device is not marked as having the journal after the end of the session, which deletes the journal', async () => {
  const { journal, marked, session } = await openStore({ cloud: cloudWith(1) })
  const before = marked.length
  await journal.enqueue([{ key: 'k', operation: { kind: 'delete', id: 'e0' } }])
  session.end()
  await settled()
  expect(marked).toHaveLength(before)
})

describe('initial entries', () => {
  const initialOf = (entries: readonly LogEntry[], known = entries.length, exact = false) =>
    Promise.resolve({ entries, count: { known, exact } })
  const numbered = (...numbers: readonly number[]) => numbers.map((number) => numberedEntry(number))
  const deletedSince = numberedEntry(9, { content: 'deleted since' })

  test('initial entries are shown before the code has loaded, and are replaced when the server answers', async () => {
    const code = Promise.withResolvers<void>()
    const initial = initialOf([...numbered(0, 1, 2), deletedSince], 200)
    const { state, shown } = await openStore({ cloud: cloudWith(3), code: code.promise, initial })
    expect(shown()).toEqual(['entry 0', 'entry 1', 'entry 2', 'deleted since'])
    expect(state()).toMatchObject({ connection: 'connecting', loaded: true, count: { known: 200, exact: false } })
    code.resolve()
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1', 'entry 2'])
    expect(state().count).toEqual({ known: 3, exact: true })
  })

  test('initial entries stay, without other entries, until the server answers', async () => {
    const cloud = cloudWith(2)
    changeElsewhere(cloud, 'old', { content: 'an old entry that was changed recently', timestamp: 0 })
    const { server, state, shown } = setUpStore({ cloud, initial: initialOf(numbered(0, 1), 2, true) })
    server.watchNewest = () => () => {}
    blockFill(server)
    void state().open()
    await settled()
    expect(state()).toMatchObject({ connection: 'connected', loaded: true, count: { known: 2, exact: true } })
    expect(shown()).toEqual(['entry 0', 'entry 1'])
  })

  test('on a new device, an exact initial count stays exact while the other entries are read', async () => {
    const { state, store } = setUpStore({ cloud: cloudWith(2), initial: initialOf(numbered(0, 1), 2, true) })
    const counts: JournalState['count'][] = []
    store.subscribe(({ loaded, count }) => loaded && counts.push(count))
    void state().open()
    await settled()
    expect(new Set(counts.map((count) => JSON.stringify(count)))).toEqual(new Set(['{"known":2,"exact":true}']))
    expect(state().isComplete).toBe(true)
  })

  test('initial entries that arrive late are shown below entries that were written on this device', async () => {
    const initial = Promise.withResolvers<InitialEntries>()
    const { server, state, shown } = setUpStore({ cloud: cloudWith(2), initial: initial.promise })
    server.isOnline = false
    void state().open()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS)
    void state().change(addition('written', 'written here'))
    await settled()
    expect(shown()).toEqual(['written here'])
    initial.resolve({ entries: [...numbered(0, 1), deletedSince], count: { known: 3, exact: true } })
    await settled()
    expect(shown()).toEqual(['written here', 'entry 0', 'entry 1', 'deleted since'])
    server.reconnect()
    state().retry()
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    await settled()
    expect(shown()).toEqual(['written here', 'entry 0', 'entry 1'])
    expect(state().count).toEqual({ known: 3, exact: true })
  })

  test('an entry that is written on a device without entries is shown together with the initial entries', async () => {
    const { server, state, shown } = setUpStore({ cloud: cloudWith(1), initial: initialOf(numbered(0), 1, true) })
    server.isOnline = false
    void state().open()
    await settled()
    void state().change(addition('written', 'written here'))
    await settled()
    expect(shown()).toEqual(['written here', 'entry 0'])
    expect(state().count, 'a lower bound').toEqual({ known: 1, exact: false })
  })

  test('initial entries that arrive after the server’s answer are ignored', async () => {
    const initial = Promise.withResolvers<InitialEntries>()
    const { server, state, shown } = setUpStore({ cloud: cloudWith(2), initial: initial.promise })
    server.connection = never()
    void state().open()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS)
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1'])
    initial.resolve({ entries: [deletedSince], count: { known: 1, exact: true } })
    await settled()
    expect(shown()).toEqual(['entry 0', 'entry 1'])
    expect(state().count).toEqual({ known: 2, exact: true })
  })

  test('if the initial entries cannot be read, the entries of the server are shown', async () => {
    const initial = Promise.reject(new Error('no'))
    const { shown } = await openStore({ cloud: cloudWith(2), initial })
    expect(shown()).toEqual(['entry 0', 'entry 1'])
  })
})
