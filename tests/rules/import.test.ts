/* Tests the import of entries with the real SDK (Firestore Lite), the local Firestore and the real rules. */
import type { Firestore } from 'firebase/firestore/lite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { EARLIEST_MS } from '#domain/clock.ts'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { importBatch } from '#src/io/firebase/importEntries.ts'
import type * as FirstPage from '#src/io/firebase/firstPage.ts'
import { journalServer } from '#src/io/firebase/journalServer.ts'
import { archiveState, type ArchiveState } from '#src/stores/archive.ts'
import { UserSession } from '#src/stores/session.ts'
import { NO_LISTENING, openDatabase, type AliceDatabase } from './database.ts'

const opened = vi.hoisted((): { db?: Firestore } => ({}))
vi.mock('#src/io/firebase/firstPage.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof FirstPage>()),
  firestoreOf: async () => opened.db,
}))

const journal = journalServer('alice', NO_LISTENING)
let database: AliceDatabase
beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true })
  database = await openDatabase()
  opened.db = database.alice
})
beforeEach(() => database.deleteAll())
afterAll(() => database.close())

const imported = (id: string, about: Partial<ImportedEntry> = {}): ImportedEntry => ({
  id,
  ...EMPTY_CONTENT,
  content: `text ${id}`,
  time: Date.UTC(2020, 0, 1),
  updated: null,
  frequency: null,
  timeZone: null,
  clientTime: null,
  where: `file, ${id}`,
  ...about,
})

test('an import continues after the database has rejected single entries', { timeout: 60_000 }, async () => {
  const now = Date.now()
  const refused: { readonly [id: string]: Partial<ImportedEntry> } = {
    e4: { time: EARLIEST_MS - 1 },
    e40: { timeZone: 'z'.repeat(65) },
    e77: { tags: ['t'.repeat(51)] },
    e119: { frequency: 500 },
  }
  const entries = Array.from({ length: 120 }, (_, index) =>
    imported(`e${index}`, index === 3 ? { time: now + 86_400_000 } : refused[`e${index}`]),
  )
  const store = createStore<ArchiveState>(
    archiveState(new UserSession('alice'), async () => ({
      archive: {
        read: async () => ({ entries, errors: [], notes: [], ignored: {} }),
        write: async () => new Blob(),
      },
      logs: async () => ({ importBatch }),
      myData: () => Promise.reject(new Error('not asked for')),
      serverTime: async () => now,
      saveFile: () => {},
      now: Date.now,
    })),
  )
  await store.getState().readFiles([], [])
  await store.getState().runImport()
  expect(store.getState().importing).toMatchObject({
    step: 'done',
    added: 116,
    errors: Object.keys(refused).map((id) => ({
      where: `file, ${id}`,
      what: expect.stringMatching(/^The database rejected the entry: \S/),
    })),
    notes: [{ where: 'file, e3', what: 'The date is in the future. The entry gets the current time of the server.' }],
  })
  const stored = await journal.readPage(null, 500)
  expect(stored.map(({ id }) => id).toSorted()).toEqual(
    entries.flatMap(({ id }) => (id in refused ? [] : [id])).toSorted(),
  )
})

test('an import returns the entries that exist already, and leaves them unchanged', async () => {
  await importBatch('alice', [imported('one')])
  const existing = await importBatch('alice', [imported('one', { content: 'another text' }), imported('two')])
  expect(existing).toMatchObject([{ id: 'one', content: 'text one' }])
  expect(await journal.readPage(null, 500)).toMatchObject([{ content: 'text one' }, { content: 'text two' }])
})

test('imported entries from the earliest possible year on are read as older entries', async () => {
  const times = [EARLIEST_MS, Date.parse('1066-10-14T09:00:00Z'), -1, 0, Date.UTC(1999, 11, 31)]
  await importBatch(
    'alice',
    [...times, Date.UTC(2000, 0, 2)].map((time, index) => imported(`old${index}`, { time })),
  )
  const older = await journal.readOlder(Date.UTC(2000, 0, 1), 500)
  expect(older.map(({ timestamp }) => timestamp)).toEqual(times.toReversed())
})
