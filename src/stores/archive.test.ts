import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { ArchiveIo } from '#src/io/archive/archive.ts'
import { archiveState, type ArchiveState } from '#src/stores/archive.ts'
import { UserSession } from '#src/stores/session.ts'
import { eventually } from '#tests/support/eventually.ts'
import { draft } from '#tests/support/draft.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const NOW = new Date(2026, 10, 20, 12).getTime()

const imported = (id: string): ImportedEntry => ({
  id,
  ...EMPTY_CONTENT,
  content: `text ${id}`,
  time: 60_000,
  updated: null,
  frequency: null,
  timeZone: null,
  clientTime: null,
  where: `file, ${id}`,
})

function setUp(entries: readonly ImportedEntry[]) {
  const saved: string[] = []
  const latest: number[] = []
  const serverTime = vi.fn<() => Promise<number>>(async () => NOW)
  const contents: Blob[] = []
  const archive: ArchiveIo = {
    read: async (_, at) => {
      latest.push(at)
      return { entries, errors: [{ where: 'x', what: 'an issue' }], notes: [], ignored: { '.jpg': 2 } }
    },
    write: async () => new Blob(['x']),
  }
  const importBatch = vi.fn<(uid: string, some: readonly ImportedEntry[]) => Promise<readonly LogEntry[]>>(
    async () => [],
  )
  const session = new UserSession('alice')
  const store = createStore<ArchiveState>(
    archiveState(session, async () => ({
      archive,
      logs: async () => ({ importBatch }),
      myData: async () => ({
        read: async (uid, onRead) => {
          onRead(1)
          return { profile: null, settings: { theme: 'lgs' }, logs: [{ id: 'a', userId: uid }], favorites: [] }
        },
      }),
      serverTime,
      saveFile: (name, content) => {
        saved.push(name)
        contents.push(content)
      },
      now: () => NOW,
    })),
  )
  return { session, store, importBatch, saved, contents, latest, serverTime }
}

const many = Array.from({ length: 120 }, (_, index) => imported(`e${index}`))

/** Starts a large import whose first batch has been sent but not confirmed. */
async function setUpRunningImport() {
  const { session, store, importBatch } = setUp(many)
  const batch = Promise.withResolvers<readonly LogEntry[]>()
  importBatch.mockReturnValueOnce(batch.promise)
  await store.getState().readFiles([], [])
  const first = store.getState().runImport()
  await eventually(() => expect(importBatch).toHaveBeenCalledTimes(1))
  return { session, store, importBatch, first, answerBatch: () => batch.resolve([]) }
}

describe('importing files', () => {
  test('reading files only reports the planned import; running the import adds the entries and skips existing entries', async () => {
    const { store, importBatch } = setUp([imported('a'), imported('b')])
    await store.getState().readFiles([], [logEntry({ id: 'a', content: 'text a' })])
    expect(store.getState().importing).toMatchObject({ step: 'ready', duplicates: 1, ignored: { '.jpg': 2 }, added: 0 })
    expect(importBatch).not.toHaveBeenCalled()
    await store.getState().runImport()
    expect(importBatch).toHaveBeenCalledWith('alice', [imported('b')])
    expect(store.getState().importing).toMatchObject({ step: 'done', added: 1 })
  })

  test('an import writes entries in batches and reports its progress', async () => {
    const { store, importBatch } = setUp(many)
    await store.getState().readFiles([], [])
    const handled: number[] = []
    store.subscribe(({ importing }) => 'handled' in importing && handled.push(importing.handled))
    await store.getState().runImport()
    expect(importBatch).toHaveBeenCalledTimes(3)
    expect(handled).toEqual([0, 50, 100, 120, 120])
  })

  test('an import reports entries that are in the journal’s trash', async () => {
    const { store, importBatch } = setUp([imported('a'), imported('b')])
    importBatch.mockResolvedValueOnce([logEntry({ id: 'a', content: 'text a', deleted: true })])
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(store.getState().importing).toMatchObject({
      added: 1,
      errors: [{ where: 'x' }, { where: 'file, a', what: 'You deleted this entry. Restore it in the view Deleted.' }],
    })
  })

  test('entries that another device has added since the files were read count as duplicates', async () => {
    const { store, importBatch } = setUp([imported('a'), imported('b')])
    importBatch.mockResolvedValueOnce([logEntry({ id: 'a', content: 'text a' })])
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(store.getState().importing).toMatchObject({ added: 1, duplicates: 1, errors: [{ where: 'x' }] })
  })

  test.each([false, true])(
    'an imported entry gets a new id if another entry already has its id (is the other entry deleted: %s)',
    async (deleted) => {
      const { store, importBatch } = setUp([imported('a'), imported('b')])
      importBatch.mockResolvedValueOnce([logEntry({ id: 'a', content: 'another', deleted })])
      await store.getState().readFiles([], [])
      await store.getState().runImport()
      expect(importBatch).toHaveBeenLastCalledWith('alice', [{ ...imported('a'), id: 'a--2' }])
      expect(store.getState().importing).toMatchObject({
        added: 2,
        duplicates: 0,
        notes: [{ where: 'file, a', what: 'Another entry has the same id, so this one becomes a new entry.' }],
      })
    },
  )

  test.each([
    ['the next id is already in the file', ['a', ...Array.from({ length: 49 }, (_, index) => `e${index}`), 'a--2']],
    ['two entries get a new id', ['a', 'a--1']],
  ])('the new id of an imported entry differs from the ids of all other entries: %s', async (_, ids) => {
    const { store, importBatch } = setUp(ids.map(imported))
    const stored = new Map(['a', 'a--1'].map((id) => [id, 'another']))
    importBatch.mockImplementation(async (_uid, some) => {
      const taken = some.filter(({ id }) => stored.has(id))
      const found = taken.map(({ id }) => logEntry({ id, content: stored.get(id) ?? '', deleted: true }))
      for (const { id, content } of some) if (!taken.some((one) => one.id === id)) stored.set(id, content)
      return found
    })
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(store.getState().importing).toMatchObject({ added: ids.length, duplicates: 0 })
    expect([...stored.values()]).toEqual(expect.arrayContaining(ids.map((id) => imported(id).content)))
  })

  test('an import changes times in the future to the server’s current time', async () => {
    const ahead = { ...imported('b'), time: NOW + 3_600_000, updated: NOW + 7_200_000 }
    const { store, importBatch } = setUp([imported('a'), ahead])
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(importBatch).toHaveBeenCalledWith('alice', [imported('a'), { ...ahead, time: NOW, updated: NOW }])
    expect(store.getState().importing).toMatchObject({
      added: 2,
      notes: [{ where: 'file, b', what: 'The date is in the future. The entry gets the current time of the server.' }],
    })
  })

  test('reading files waits at most 3 s for the server’s time', async () => {
    vi.useFakeTimers()
    const { store, latest, serverTime } = setUp([imported('a')])
    serverTime.mockReturnValueOnce(new Promise(() => {}))
    const read = store.getState().readFiles([], [])
    await vi.advanceTimersByTimeAsync(3000)
    await read
    expect(latest).toEqual([Number.POSITIVE_INFINITY])
    vi.useRealTimers()
  })

  test('restarting a canceled import waits for the batch in progress', async () => {
    const { store, importBatch, first, answerBatch } = await setUpRunningImport()
    store.getState().cancel()
    const second = store.getState().runImport()
    answerBatch()
    await Promise.all([first, second])
    expect(importBatch.mock.calls.map(([, [one]]) => one?.id)).toEqual(['e0', 'e50', 'e100'])
    expect(store.getState().importing).toMatchObject({ step: 'done', added: 120, duplicates: 0 })
  })

  test('a late result of a canceled import does not change a newer import', async () => {
    const { store, first, answerBatch } = await setUpRunningImport()
    store.getState().cancel()
    await store.getState().readFiles([], [])
    answerBatch()
    await first
    expect(store.getState().importing).toMatchObject({ step: 'ready', added: 0, handled: 0 })
  })

  test('a canceled import stops, and continues with the remaining entries when it is started again', async () => {
    const { store, importBatch } = setUp(many)
    importBatch.mockImplementationOnce(async () => {
      queueMicrotask(() => store.getState().cancel())
      return []
    })
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(importBatch).toHaveBeenCalledTimes(1)
    expect(store.getState().importing).toMatchObject({ step: 'canceled' })
    await store.getState().runImport()
    expect(store.getState().importing).toMatchObject({ step: 'done', handled: 120 })
  })

  test('an import reports the entries that the database rejects, and adds all others', async () => {
    const { store, importBatch } = setUp(many)
    const bad = new Set(['e7', 'e8', 'e49', 'e50', 'e119'])
    const added: string[] = []
    importBatch.mockImplementation(async (_, some) => {
      if (some.some(({ id }) => bad.has(id))) throw Object.assign(new Error('no'), { code: 'permission-denied' })
      added.push(...some.map(({ id }) => id))
      return []
    })
    await store.getState().readFiles([], [])
    await store.getState().runImport()
    expect(added).toEqual(many.map(({ id }) => id).filter((id) => !bad.has(id)))
    expect(store.getState().importing).toMatchObject({ step: 'done', added: 115, handled: 120 })
    const { importing } = store.getState()
    expect('errors' in importing && importing.errors.slice(1)).toEqual(
      [...bad].map((id) => ({ where: `file, ${id}`, what: 'The database rejected the entry: no' })),
    )
    expect(importBatch.mock.calls.length).toBeLessThan(60)
  })

  test('a failed import continues with the remaining entries when it is started again', async () => {
    const { store, importBatch } = setUp(many)
    importBatch.mockResolvedValueOnce([]).mockRejectedValueOnce(new Error('offline'))
    await store.getState().readFiles([], [])
    await expect(store.getState().runImport()).rejects.toThrow('offline')
    expect(store.getState().importing).toMatchObject({ step: 'failed', added: 50 })
    await store.getState().runImport()
    expect(store.getState().importing).toMatchObject({ step: 'done', added: 120 })
  })

  test('an import stops after its current batch when the user signs out', async () => {
    const { session, importBatch, first, answerBatch } = await setUpRunningImport()
    session.end()
    answerBatch()
    await first
    expect(importBatch).toHaveBeenCalledTimes(1)
  })

  test('`reset` discards the files that were read', async () => {
    const { store } = setUp(many)
    await store.getState().readFiles([], [])
    store.getState().reset()
    expect(store.getState().importing).toEqual({ step: 'none' })
  })
})

test.each([
  ['text', 'sitrep-export-2026-11-20.md'],
  ['json', 'sitrep-export-2026-11-20.json'],
  ['zip', 'sitrep-export-2026-11-20.zip'],
] as const)('saving entries in the format %s creates a file with the name %s', async (format, name) => {
  const { store, saved } = setUp([])
  await store.getState().save(format, [])
  expect(saved).toEqual([name])
})

test('`saveMyData` saves all data of a user in one file, including drafts', async () => {
  const { store, saved, contents } = setUp([])
  const account = { uid: 'alice', email: 'alice@example.org', displayName: '' }
  const read: number[] = []
  await store.getState().saveMyData(account, [draft({ content: 'half a sentence' })], (count) => read.push(count))
  expect(saved).toEqual(['sitrep-my-data-2026-11-20.json'])
  expect(JSON.parse((await contents[0]?.text()) ?? '')).toMatchObject({
    format: 'sitrep-account',
    version: 1,
    account,
    settings: { theme: 'lgs' },
    logs: [{ id: 'a', userId: 'alice' }],
    drafts: [{ content: 'half a sentence' }],
  })
  expect(read).toEqual([1])
})
