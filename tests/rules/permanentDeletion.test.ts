/*
 * Tests that the rules accept the app's permanent deletions and that other devices learn of them, with the real SDK
 * (Firestore Lite) and the local Firestore.
 */
import { collection, getDocs, limit, query, type Firestore } from 'firebase/firestore/lite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { EntryOperation } from '#domain/journal/operations.ts'
import { isPermanentRejection } from '#domain/errors.ts'
import { removalsPath } from '#domain/paths.ts'
import type { DeletedEntries } from '#src/io/journal/push.ts'
import { importBatch } from '#src/io/firebase/importEntries.ts'
import type * as FirstPage from '#src/io/firebase/firstPage.ts'
import { journalServer } from '#src/io/firebase/journalServer.ts'
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

/** Stores entries with these ids. */
async function storeEntries(ids: readonly string[]): Promise<void> {
  const entry = { ...EMPTY_CONTENT, content: 'text', time: 0, updated: null, frequency: null, timeZone: null }
  await importBatch(
    'alice',
    ids.map((id) => ({ id, ...entry, clientTime: null, where: id })),
  )
}

const commit = (operations: readonly EntryOperation[], mayBeSent = false) =>
  journal.commit(
    operations.map((operation, seq) => ({ queued: { seq, key: `key${seq}`, at: 0, operation }, mayBeSent })),
    new AbortController().signal,
  )

/** Returns the ids of the entries that were reported as deleted. */
async function removedIds(): Promise<readonly (readonly string[])[]> {
  const { docs } = await getDocs(query(collection(database.alice, ...removalsPath('alice')), limit(500)))
  return docs.map((found) => found.get('ids'))
}
const storedIds = async () => (await journal.readPage(null, 500)).map(({ id }) => id)

test('a permanent deletion is reported together with others of the same commit', async () => {
  await storeEntries(['one', 'two', 'three'])
  const answers = await commit([
    { kind: 'remove', id: 'one' },
    { kind: 'delete', id: 'two' },
    { kind: 'remove', id: 'three' },
  ])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['saved', 'saved', 'saved'])
  expect(await removedIds()).toEqual([['one', 'three']])
  expect(await storedIds()).toEqual(['two'])
})

test('a commit without a permanent deletion reports nothing', async () => {
  await storeEntries(['one'])
  await commit([{ kind: 'delete', id: 'one' }])
  expect(await removedIds()).toEqual([])
})

test('an entry that was added and then deleted permanently is not added again by a second attempt', async () => {
  const add = {
    kind: 'add',
    id: 'one',
    content: { ...EMPTY_CONTENT, content: 'text' },
    metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
  } as const
  await commit([add])
  await commit([{ kind: 'remove', id: 'one' }])
  expect(await commit([add], true)).toEqual([{ outcome: 'saved', stored: null }])
  expect(await storedIds()).toEqual([])
})

test(
  'a deletion of all entries deletes the trash first, and reports every deleted entry',
  { timeout: 60_000 },
  async () => {
    // The deletion takes three batches.
    const ids = Array.from({ length: 810 }, (_, index) => `${'i'.repeat(124)}${1000 + index}`)
    await storeEntries(ids.slice(0, 500))
    await storeEntries(ids.slice(500))
    await commit([{ kind: 'delete', id: ids[0] ?? '' }])
    const [trashed] = await journal.readPage(null, 1)
    const reported: DeletedEntries[] = []
    await journal.clear(async (deleted) => void reported.push(deleted))
    expect(reported[0]).toEqual({ ids: ids.slice(0, 1), latest: trashed?.lastUpdated })
    expect(reported.flatMap((deleted) => deleted.ids).toSorted()).toEqual(ids)
    expect((await removedIds()).flat().toSorted()).toEqual(ids)
    expect(await storedIds()).toEqual([])
  },
)

/** Whether the app repeats an attempt that has failed with this error. */
const mayPass = (error: unknown): boolean => !isPermanentRejection(error)

test(
  'reads and writes fail, but not permanently, while the server cannot be reached',
  { timeout: 60_000 },
  async () => {
    await database.disconnect()
    await expect(journal.readPage(null, 500)).rejects.toSatisfy(mayPass)
    await expect(commit([{ kind: 'delete', id: 'one' }], true)).rejects.toSatisfy(mayPass)
  },
)
