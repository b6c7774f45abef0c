/*
 * Tests how the journal's writes fail, with the real SDK (Firestore Lite) and the local Firestore. The local Firestore
 * does not limit the size of a commit, so the tests answer as Google's servers do.
 */
import type { Firestore } from 'firebase/firestore/lite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import { isPermanentRejection } from '#domain/errors.ts'
import type { Operation } from '#domain/journal/operations.ts'
import type * as FirstPage from '#src/io/firebase/firstPage.ts'
import { journalServer } from '#src/io/firebase/journalServer.ts'
import { NO_LISTENING, openDatabase, type AliceDatabase } from './database.ts'
import { eventually } from '#tests/support/eventually.ts'

const opened = vi.hoisted((): { db?: Firestore } => ({}))
vi.mock('#src/io/firebase/firstPage.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof FirstPage>()),
  firestoreOf: async () => opened.db,
}))

const journal = journalServer('alice', NO_LISTENING)
let database: AliceDatabase
beforeAll(async () => {
  database = await openDatabase()
  opened.db = database.alice
})
beforeEach(async () => {
  await database.deleteAll()
  // The SDK waits for a random time before it repeats a transaction. This is the shortest time.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
afterAll(() => database.close())

const commit = (operations: readonly Operation[], { signal } = new AbortController()) =>
  journal.commit(
    operations.map((operation, seq) => ({ queued: { seq, key: `key${seq}`, at: 0, operation }, mayBeSent: false })),
    signal,
  )
const add = (id: string) =>
  ({
    kind: 'add',
    id,
    content: { ...EMPTY_CONTENT, content: 'text' },
    metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
  }) as const

const Commit = z.object({ writes: z.array(z.unknown()) })

/**
 * Answers commits with more than `most` writes with an error, as Google's servers do. Other requests
 * reach the local Firestore.
 */
function rejectCommits(status: number, name: string, message: string, most = 0): void {
  const send = fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit & { readonly body: string }) =>
    address.includes(':commit') && Commit.parse(JSON.parse(init.body)).writes.length > most
      ? Response.json({ error: { code: status, status: name, message } }, { status })
      : send(address, init),
  )
}

test('a request that the server cannot accept is rejected permanently', { timeout: 60_000 }, async () => {
  rejectCommits(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 11534336 bytes.')
  await expect(commit([add('one')])).rejects.toSatisfy(isPermanentRejection)
})

test('a write that the server cannot accept now may be repeated', { timeout: 60_000 }, async () => {
  rejectCommits(503, 'UNAVAILABLE', 'The service is currently unavailable.')
  await expect(commit([add('one')])).rejects.not.toSatisfy(isPermanentRejection)
})

test('an attempt that the app has given up writes nothing later', async () => {
  vi.useFakeTimers()
  const fail: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((_, reject) => fail.push(() => reject(new Error('The network is lost.')))))
  const outcome = commit([{ kind: 'delete', id: 'one' }]).catch(() => 'given up')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toBe('given up')
  expect(fail).toHaveLength(1)
  fail[0]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fail, 'the requests').toHaveLength(1)
})

test('an attempt that was canceled writes nothing later', { timeout: 60_000 }, async () => {
  let requests = 0
  vi.stubGlobal('fetch', async () => {
    requests++
    throw new Error('The network is lost.')
  })
  const canceled = new AbortController()
  const outcome = commit([add('one')], canceled).catch(() => 'canceled')
  await eventually(() => expect(requests).toBe(1))
  canceled.abort()
  expect(await outcome).toBe('canceled')
  expect(requests).toBe(1)
})

test('all entries are deleted even if the server accepts only small commits', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  await commit(ids.map(add))
  rejectCommits(400, 'INVALID_ARGUMENT', 'Transaction too big. Decrease transaction size.', 3)
  const deleted: string[] = []
  await journal.clear(async (batch) => void deleted.push(...batch.ids))
  expect(deleted).toEqual(ids)
  expect(await journal.readPage(null, 500)).toEqual([])
})

test('all entries are deleted page by page, and each is reported once', async () => {
  const ids = Array.from({ length: 900 }, (_, index) => `e${String(index).padStart(3, '0')}`)
  for (const some of [ids.slice(0, 450), ids.slice(450)]) await commit(some.map(add))
  const deleted: string[] = []
  await journal.clear(async (batch) => void deleted.push(...batch.ids))
  expect(deleted.toSorted()).toEqual(ids)
  expect(await journal.readPage(null, 500)).toEqual([])
})
