/* Tests `logsIo`, the client of the journal, with the real SDK, the local Firestore and the real rules. */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app'
import {
  connectFirestoreEmulator,
  disableNetwork,
  enableNetwork,
  getFirestore,
  setLogLevel,
  type Firestore,
} from 'firebase/firestore'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { createStore } from 'zustand'
import { EARLIEST_MS } from '#domain/clock.ts'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'
import { startFirestore, type RunningFirestore } from '#local/firestore/server.ts'
import { archiveState, type ArchiveState } from '#src/stores/archive.ts'
import { UserSession } from '#src/stores/session.ts'
import { logsIo } from '#src/io/firebase/logs.ts'

const opened = vi.hoisted((): { db?: Firestore } => ({}))
vi.mock('#src/io/firebase/firestore.ts', () => ({
  firestore: () => opened.db,
  clearFirestoreCache: async () => {},
  finishCacheClearing: async () => {},
}))

let server: RunningFirestore
let app: FirebaseApp
beforeAll(async () => {
  // The tests cause rejected writes on purpose, which the SDK would log.
  setLogLevel('silent')
  server = await startFirestore({ port: 0, rulesFile: 'firestore.rules' })
  app = initializeApp({ projectId: 'demo-logs', apiKey: 'local' })
  opened.db = getFirestore(app)
  connectFirestoreEmulator(opened.db, '127.0.0.1', server.port, {
    mockUserToken: { sub: 'alice', firebase: { sign_in_provider: 'password', identities: {} } },
  })
})
afterAll(async () => {
  await deleteApp(app)
  await server.close()
})

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
      logs: async () => logsIo,
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
  const stored = await logsIo.readAll('alice', () => {})
  expect(stored.map(({ id }) => id).toSorted()).toEqual(
    entries.flatMap(({ id }) => (id in refused ? [] : [id])).toSorted(),
  )
})

test('countOlderThan counts entries from the earliest possible year on', { timeout: 60_000 }, async () => {
  const times = [EARLIEST_MS, Date.parse('1066-10-14T09:00:00Z'), -1, 0, Date.UTC(1999, 11, 31)]
  await logsIo.importBatch(
    'alice',
    times.map((time, index) => imported(`old${index}`, { time })),
  )
  expect(await logsIo.countOlderThan('alice', Date.UTC(2000, 0, 1))).toBe(times.length)
})

test('readAll rejects when the server cannot be reached', { timeout: 60_000 }, async () => {
  await logsIo.importBatch('alice', [imported('here')])
  const held = await logsIo.readAll('alice', () => {})
  expect(held).not.toEqual([])
  const { db } = opened
  if (!db) throw new Error('There is no database.')
  await disableNetwork(db)
  await expect(logsIo.readAll('alice', () => {})).rejects.toThrow('server')
  await enableNetwork(db)
})
