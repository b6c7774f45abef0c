/* Tests the quotas for concurrent calls of one account, with the local Firestore. */
import type { Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test } from 'vitest'
import { useFunctionsDatabase } from '#tests/support/functionsDatabase.ts'
import { HttpError } from '../../functions/src/httpError.ts'
import { QUOTA_LIMITS, reserveCall, type QuotaDeps } from '../../functions/src/quotas.ts'

const freshDb = useFunctionsDatabase()
let db: Firestore
let now: number
let attempts: number
beforeEach(async () => {
  db = await freshDb()
  now = Date.UTC(2026, 10, 20, 12)
  attempts = 0
})

/** Counts the attempts of transactions. Runs `meanwhile` in each attempt, after its reads and before its commit. */
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

test('counts fifty concurrent calls of one account exactly, with one transaction attempt for each call', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(reserveCall(deps(), 'alice', 'preview'))))
  const { perMinute } = QUOTA_LIMITS.preview
  expect(outcomes).toEqual(Array.from({ length: 50 }, (_, index) => (index < perMinute ? 200 : 429)))
  expect((await db.doc('quotas/alice').get()).get('preview.inDay')).toBe(perMinute)
  expect(attempts).toBe(50)
})

/** Starts a call of Alice whose transaction waits until `release` is called. */
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
    async release() {
      held.resolve()
      await reserved
    },
  }
}

test('a waiting call does not delay calls of other accounts', async () => {
  const alice = await heldCall()
  await reserveCall(deps(), 'bob', 'preview')
  await alice.release()
})

test('rejects a call with 429 after its transaction has conflicted three times with other instances', async () => {
  const others = () => db.doc('quotas/alice').set({ elsewhere: crypto.randomUUID() }, { merge: true })
  await expect(reserveCall(deps(others), 'alice', 'preview')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  expect(attempts).toBe(3)
  expect((await db.doc('quotas/alice').get()).get('preview'), 'the count of the rejected call').toBeUndefined()
})

test('rejects a call that waits too long for another call, and counts the next call', async () => {
  const first = await heldCall()
  const second = outcome(reserveCall(deps(), 'alice', 'preview'))
  now += 10_001
  await first.release()
  expect(await second).toBe(429)
  await reserveCall(deps(), 'alice', 'preview')
  expect((await db.doc('quotas/alice').get()).get('preview.inDay')).toBe(2)
})

test('a database error in one call does not prevent the next call from being counted', async () => {
  const broken = () => Promise.reject(new Error('broken'))
  const failing = reserveCall(deps(broken), 'alice', 'preview')
  const next = reserveCall(deps(), 'alice', 'preview')
  await expect(failing).rejects.toThrow('broken')
  await next
})
