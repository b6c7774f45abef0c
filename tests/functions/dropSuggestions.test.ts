/* Tests the nightly removal of old suggestions, with the real Admin SDK and the local Firestore. */
import { Timestamp, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFunctionsDatabase, entryDocument, throwUnexpected } from '#tests/support/functionsDatabase.ts'
import { handle } from '../../functions/src/dropSuggestions.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000

const freshDb = useFunctionsDatabase()
let db: Firestore
beforeEach(async () => {
  db = await freshDb()
})

const sweep = (failed: (error: unknown) => void = throwUnexpected) =>
  handle({ db, now: () => NOW, random: Math.random, onError: failed })
const drop = async () => (await sweep()).done
/** Stores an entry that was analyzed `age` milliseconds ago. */
const write = (path: string, age: number) =>
  db.doc(path).set(entryDocument({ aiSuggestions: { lastAnalyzed: Timestamp.fromMillis(NOW - age) } }))
const hasSuggestions = async (path: string) => (await db.doc(path).get()).get('aiSuggestions') !== undefined

test('removes suggestions that are older than the retention time that their user has chosen', async () => {
  await db.doc('quotas/alice').set({})
  await db.doc('quotas/bob').set({})
  await db.doc('users/alice/private/settings').set({ retainSuggestions: 1 })
  await write('users/alice/logs/edge', DAY_MS)
  await write('users/alice/logs/kept', DAY_MS - 1)
  await write('users/bob/logs/kept', 29 * DAY_MS)
  await write('users/bob/logs/old', 30 * DAY_MS)
  expect(await drop()).toBe(2)
  expect(await hasSuggestions('users/alice/logs/edge')).toBe(false)
  expect(await hasSuggestions('users/alice/logs/kept')).toBe(true)
  expect(await hasSuggestions('users/bob/logs/kept')).toBe(true)
  expect(await hasSuggestions('users/bob/logs/old')).toBe(false)
  expect(await drop()).toBe(0)
})

test('removes suggestions of all users across several pages of users and entries', async () => {
  const writer = db.bulkWriter()
  for (let person = 0; person < 101; person++) void writer.set(db.doc(`quotas/person-${person}`), {})
  for (let entry = 0; entry < 401; entry++)
    void writer.set(
      db.doc(`users/person-99/logs/${entry}`),
      entryDocument({ aiSuggestions: { lastAnalyzed: Timestamp.fromMillis(0) } }),
    )
  await write('users/person-100/logs/last', 31 * DAY_MS)
  await writer.close()
  expect(await drop()).toBe(402)
})

test("continues with other users when one user's documents cannot be read", async () => {
  for (const uid of ['alice', 'bob', 'carol']) {
    await db.doc(`quotas/${uid}`).set({})
    await write(`users/${uid}/logs/old`, 40 * DAY_MS)
  }
  const getAll = db.getAll.bind(db)
  vi.spyOn(db, 'getAll').mockImplementation((settings, ...more) =>
    'path' in settings && settings.path.includes('bob')
      ? Promise.reject(new Error('too large'))
      : getAll(settings, ...more),
  )
  const errors: unknown[] = []
  expect(await sweep((error) => errors.push(error))).toEqual({ done: 2, failed: 1, complete: true })
  expect(errors).toEqual([new Error('too large')])
  vi.restoreAllMocks()
  expect(await hasSuggestions('users/alice/logs/old')).toBe(false)
  expect(await hasSuggestions('users/bob/logs/old')).toBe(true)
  expect(await hasSuggestions('users/carol/logs/old')).toBe(false)
})
