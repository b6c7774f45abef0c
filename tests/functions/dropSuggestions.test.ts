/* The nightly removal of old suggestions, with the real Admin SDK against the local Firestore. */
import { Timestamp, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test } from 'vitest'
import { functionsBench, storedLog } from '#tests/support/functionsBench.ts'
import { handle } from '../../functions/src/dropSuggestions.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000

const freshDb = functionsBench()
let db: Firestore
beforeEach(async () => {
  db = await freshDb()
})

const drop = () => handle({ db, now: () => NOW })
/** An entry that was analysed so long ago. */
const write = (path: string, age: number) =>
  db.doc(path).set(storedLog({ aiSuggestions: { lastAnalyzed: Timestamp.fromMillis(NOW - age) } }))
const hasSuggestions = async (path: string) => (await db.doc(path).get()).get('aiSuggestions') !== undefined

test('suggestions go that are older than their person keeps them', async () => {
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

test('everybody’s go, however many people and entries there are', async () => {
  const writer = db.bulkWriter()
  for (let person = 0; person < 101; person++) void writer.set(db.doc(`quotas/person-${person}`), {})
  for (let entry = 0; entry < 401; entry++)
    void writer.set(
      db.doc(`users/person-99/logs/${entry}`),
      storedLog({ aiSuggestions: { lastAnalyzed: Timestamp.fromMillis(0) } }),
    )
  await write('users/person-100/logs/last', 31 * DAY_MS)
  await writer.close()
  expect(await drop()).toBe(402)
})
