import { describe, expect, test } from 'vitest'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import type { JournalState } from './journal.ts'
import {
  numberedEntry,
  FakeJournal,
  timedOutDeps,
  neverResolves,
  fakeJournalDeps,
  nextTask,
  shownContents,
  createJournal,
} from '#tests/support/fakeJournal.ts'

describe('opening the journal', () => {
  test('live queries start only after the connection test', async () => {
    const journal = new FakeJournal(1)
    let answer = () => {}
    journal.connection = new Promise((resolve) => (answer = resolve))
    const store = createJournal(journal.io())
    const opening = store.getState().open('alice')
    expect(store.getState().connection).toBe('connecting')
    expect(journal.listeners.size).toBe(0)
    answer()
    await opening
    await nextTask()
    expect(store.getState()).toMatchObject({ connection: 'connected', loaded: true })
  })

  test('the journal reports an error if the connection test is rejected, and shows cached entries if the test has no answer', async () => {
    const refused = new FakeJournal(1)
    refused.connection = Promise.reject(Object.assign(new Error('no'), { code: 'permission-denied' }))
    const store = createJournal(refused.io())
    await store.getState().open('alice')
    expect(store.getState()).toMatchObject({ connection: 'error', failed: true })

    const silent = new FakeJournal(1)
    silent.connection = neverResolves()
    const offline = createJournal(silent.io(), timedOutDeps())
    await offline.getState().open('alice')
    await nextTask()
    expect(offline.getState().connection).toBe('connected')
    expect(shownContents(offline)).toEqual(['entry 0'])
  })

  test('the journal reports an error if the connection test is rejected after its timeout, and keeps cached entries', async () => {
    const journal = new FakeJournal(1)
    let refuse = () => {}
    journal.connection = new Promise((_, reject) => {
      refuse = () => reject(Object.assign(new Error('no'), { code: 'permission-denied' }))
    })
    const store = createJournal(journal.io(), timedOutDeps())
    await store.getState().open('alice')
    expect(store.getState().connection).toBe('connected')
    await nextTask()
    refuse()
    await nextTask()
    expect(store.getState()).toMatchObject({ connection: 'error', failed: true })
    expect(shownContents(store)).toEqual(['entry 0'])
    await expect(store.getState().softDelete('e0')).rejects.toThrow('the backend is not connected')
  })

  const writes = [
    ['delete log', (store: JournalState) => store.softDelete('x')],
    ['delete log', (store: JournalState) => store.deletePermanently('x')],
    ['update log', (store: JournalState) => store.restore('x')],
    [
      'update log',
      (store: JournalState) =>
        store.changeEach(
          ['x'],
          () => ({}),
          () => {},
        ),
    ],
    ['clear logs', (store: JournalState) => store.removeAll(() => {})],
  ] as const
  test.each(writes)('the operation "%s" is rejected if no user is signed in', async (operation, write) => {
    const store = createJournal(new FakeJournal(0).io())
    await expect(write(store.getState())).rejects.toThrow(
      `Cannot ${operation}: the backend is not connected or no user is logged in.`,
    )
  })
  test.each(writes)(
    'the operation "%s" is rejected if the database rejects the user, and works after the journal is opened again',
    async (operation, write) => {
      const journal = new FakeJournal(0)
      journal.connection = Promise.reject(Object.assign(new Error('no'), { code: 'permission-denied' }))
      const store = createJournal(journal.io())
      await store.getState().open('alice')
      await expect(write(store.getState())).rejects.toThrow(
        `Cannot ${operation}: the backend is not connected or no user is logged in.`,
      )
      journal.connection = Promise.resolve()
      await store.getState().open('alice')
      await write(store.getState())
      expect(store.getState()).toMatchObject({ connection: 'connected', failed: false })
    },
  )

  test('`softDelete` waits for the connection test', async () => {
    const journal = new FakeJournal(2)
    const store = createJournal(journal.io())
    void store.getState().open('alice')
    await store.getState().softDelete('e0')
    await nextTask()
    expect(shownContents(store)).toEqual(['entry 1'])
  })
})

describe('initial entries', () => {
  test('initial entries are shown before the database code has loaded, and are replaced when the live query answers', async () => {
    const journal = new FakeJournal(3)
    let load = () => {}
    const loaded = new Promise<void>((resolve) => (load = resolve))
    const deps = {
      ...fakeJournalDeps(),
      readInitialEntries: async () => ({
        entries: [...journal.entries, numberedEntry(9, { content: 'deleted since' })],
        count: { known: 200, exact: false },
      }),
    }
    const store = createJournal(
      loaded.then(() => journal.io()),
      deps,
    )
    const opening = store.getState().open('alice')
    await nextTask()
    expect(shownContents(store)).toEqual(['entry 0', 'entry 1', 'entry 2', 'deleted since'])
    expect(store.getState()).toMatchObject({
      connection: 'connecting',
      loaded: true,
      count: { known: 200, exact: false },
    })
    load()
    await opening
    await nextTask()
    expect(shownContents(store)).toEqual(['entry 0', 'entry 1', 'entry 2'])
    expect(store.getState().count).toEqual({ known: 3, exact: true })
  })

  test('the initial entries stay until the live query answers', async () => {
    const journal = new FakeJournal(3)
    const deps = {
      ...fakeJournalDeps(),
      readInitialEntries: async () => ({ entries: journal.entries, count: { known: 0, exact: false } }),
    }
    const silent = { ...journal.io(), watchPage: () => () => {} }
    const store = createJournal(silent, deps)
    await store.getState().open('alice')
    await nextTask()
    expect(store.getState()).toMatchObject({ connection: 'connected', loaded: true })
  })

  test('initial entries that arrive late are shown together with entries written on this device before they arrived', async () => {
    const journal = new FakeJournal(2)
    let answer = () => {}
    const read = new Promise<void>((resolve) => (answer = resolve))
    const deps = {
      ...timedOutDeps(),
      readInitialEntries: () =>
        read.then(() => ({
          entries: [numberedEntry(0), numberedEntry(1), numberedEntry(9, { content: 'deleted since' })],
          count: { known: 0, exact: false },
        })),
    }
    const queued = numberedEntry(-1, { content: 'written here', queued: true })
    let confirm = () => {}
    const slow: LogsIo = {
      ...journal.io(),
      watchPage: (_, onPage) => {
        const put = (one: LogEntry) => ({ kind: 'put' as const, entry: one })
        onPage({ changes: [put(queued)], size: 1, nextCursor: undefined, fromCache: true })
        confirm = () => onPage({ changes: journal.entries.map(put), size: 3, nextCursor: 'e1', fromCache: false })
        return () => {}
      },
    }
    const store = createJournal(slow, deps)
    await store.getState().open('alice')
    await nextTask()
    expect(shownContents(store)).toEqual(['written here'])
    answer()
    await nextTask()
    expect(shownContents(store)).toEqual(['written here', 'entry 0', 'entry 1', 'deleted since'])
    confirm()
    expect(shownContents(store)).toEqual(['written here', 'entry 0', 'entry 1'])
  })

  test('initial entries that arrive after the live query’s answer are ignored', async () => {
    const journal = new FakeJournal(2)
    let answer = () => {}
    const read = new Promise<void>((resolve) => (answer = resolve))
    const deps = {
      ...timedOutDeps(),
      readInitialEntries: () =>
        read.then(() => ({
          entries: [numberedEntry(9, { content: 'deleted since' })],
          count: { known: 1, exact: true },
        })),
    }
    const store = createJournal(journal.io(), deps)
    await store.getState().open('alice')
    await nextTask()
    answer()
    await nextTask()
    expect(shownContents(store)).toEqual(['entry 0', 'entry 1'])
  })

  test('if the initial entries cannot be read, the live query still shows the entries', async () => {
    const journal = new FakeJournal(2)
    const deps = { ...fakeJournalDeps(), readInitialEntries: () => Promise.reject(new Error('no')) }
    const store = createJournal(journal.io(), deps)
    await store.getState().open('alice')
    await nextTask()
    expect(shownContents(store)).toEqual(['entry 0', 'entry 1'])
  })
})
