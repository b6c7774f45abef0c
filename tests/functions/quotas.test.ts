/* Calls of one account that come at once, against the local Firestore. */
import type { Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test } from 'vitest'
import { useFunctionsDatabase } from '#tests/support/functionsBench.ts'
import { HttpError } from '../../functions/src/httpError.ts'
import { LIMITS, reserveCall, type QuotaDeps } from '../../functions/src/quotas.ts'

const freshDb = useFunctionsDatabase()
let db: Firestore
let now: number
let attempts: number
beforeEach(async () => {
  db = await freshDb()
  now = Date.UTC(2026, 10, 20, 12)
  attempts = 0
})

/** A transaction that tells how often it is run, and what happens between its reads and its writes. */
const deps = (meanwhile: () => Promise<unknown> = async () => {}): QuotaDeps => {
  const run = db.runTransaction.bind(db)
  const watched: Firestore['runTransaction'] = (update, options) =>
    run(async (transaction) => {
      attempts++
      const result = await update(transaction)
      await meanwhile()
      return result
    }, options)
  return {
    db: Object.assign(Object.create(db), { runTransaction: watched }),
    now: () => now,
    newId: () => crypto.randomUUID(),
    random: () => 0,
  }
}

const outcome = (reserved: Promise<unknown>): Promise<number> =>
  reserved.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof HttpError) return error.status
      throw error
    },
  )

test('fifty at once of one account are counted exactly, and none is tried again', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(reserveCall(deps(), 'alice', 'preview'))))
  const { perMinute } = LIMITS.preview
  expect(outcomes).toEqual(Array.from({ length: 50 }, (_, index) => (index < perMinute ? 200 : 429)))
  expect((await db.doc('quotas/alice').get()).get('preview.inDay')).toBe(perMinute)
  expect(attempts).toBe(50)
})

/** A call that is being counted until it is let go. */
async function heldCall() {
  const counting = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const reserved = reserveCall(
    deps(() => {
      counting.resolve()
      return held.promise
    }),
    'alice',
    'preview',
  )
  await counting.promise
  return {
    async letGo() {
      held.resolve()
      await reserved
    },
  }
}

test('those of others do not wait for them', async () => {
  const alice = await heldCall()
  await reserveCall(deps(), 'bob', 'preview')
  await alice.letGo()
})

test('one that other instances come before each time is told to come back', async () => {
  const others = () => db.doc('quotas/alice').set({ elsewhere: crypto.randomUUID() }, { merge: true })
  await expect(reserveCall(deps(others), 'alice', 'preview')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  expect(attempts).toBe(3)
  expect((await db.doc('quotas/alice').get()).get('preview'), 'and is not counted').toBeUndefined()
})

test('one that waits too long for its turn is told to come back, and the next is counted', async () => {
  const first = await heldCall()
  const second = outcome(reserveCall(deps(), 'alice', 'preview'))
  now += 10_001
  await first.letGo()
  expect(await second).toBe(429)
  await reserveCall(deps(), 'alice', 'preview')
  expect((await db.doc('quotas/alice').get()).get('preview.inDay')).toBe(2)
})

test('a turn is passed on where the database fails', async () => {
  const broken = () => Promise.reject(new Error('broken'))
  const failing = reserveCall(deps(broken), 'alice', 'preview')
  const next = reserveCall(deps(), 'alice', 'preview')
  await expect(failing).rejects.toThrow('broken')
  await next
})
