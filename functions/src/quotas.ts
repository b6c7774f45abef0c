import type { Transaction } from 'firebase-admin/firestore'
import * as z from 'zod/mini'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { ANALYSIS_TEXT } from '../../domain/texts/specification.ts'
import { quotaPath } from '../../domain/paths.ts'
import type { DataDeps } from './deps.ts'
import { HttpError } from './httpError.ts'
import { updateEachDocument, type SweepDeps, type SweepResult } from './sweep.ts'

/** The operations with a quota, each counted separately. */
export type QuotaKind = 'analysis' | 'preview' | 'apply' | 'voice' | 'error'

export type QuotaDeps = DataDeps & {
  readonly newId: () => string
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number
}

type Limits = {
  readonly perMinute: number
  readonly perDay: number
  /**
   * Limits a user to one call at a time. The lease expires after `ms`, even if the call never releases it. `taken` is
   * the error message for a second call.
   */
  readonly lease?: { readonly ms: number; readonly taken: string }
  /** A daily limit for all users together, and the error message after the limit has been reached. */
  readonly globalLimit?: { readonly perDay: number; readonly usedUp: string }
}

/**
 * `analysis` and `voice` allow one call at a time, because these calls cost money. `apply` and `preview` cost only
 * database reads and writes.
 */
export const QUOTA_LIMITS: { readonly [Kind in QuotaKind]: Limits } = {
  analysis: {
    perMinute: 10,
    perDay: 100,
    lease: { ms: 40_000, taken: ANALYSIS_TEXT.inProgress },
    globalLimit: { perDay: 5000, usedUp: FUNCTION_TEXT.analysesUsedUp },
  },
  voice: {
    perMinute: 5,
    perDay: 60,
    lease: { ms: 40_000, taken: FUNCTION_TEXT.recordingInProgress },
    globalLimit: { perDay: 3000, usedUp: FUNCTION_TEXT.recordingsUsedUp },
  },
  preview: { perMinute: 20, perDay: 500 },
  apply: { perMinute: 60, perDay: 1000 },
  error: { perMinute: 10, perDay: 50 },
}

/** The collection of the daily counts. Each daily count covers the calls of all users. */
const DAILY_COUNTS = 'quotaDays'

/** The number of documents that share one daily count, because one document accepts only about one write per second. */
const SHARDS = 10
/**
 * A call is rejected if it has waited longer than this for other calls of the same user. The timeout of a function is
 * 60 s.
 */
const MAX_WAIT_MS = 10_000
/**
 * The largest number of attempts for a transaction. If a transaction conflicts with other instances, its attempts take
 * 1 to 4 s in total.
 */
const ATTEMPTS = 3
const RETRY_SECONDS = 5
/** gRPC's code for a transaction conflict. */
const ABORTED = 10
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const tooManyCallsError = () => new HttpError(429, FUNCTION_TEXT.tooManyCalls, { retryAfter: RETRY_SECONDS })

/** For each user (by uid), a promise that resolves when the last transaction of the user in this instance has ended. */
const pendingByUid = new Map<string, Promise<void>>()

/** Runs the transactions of one user serially, because concurrent transactions of one user would abort each other. */
async function runSerially<Result>(uid: string, work: () => Promise<Result>): Promise<Result> {
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const before = pendingByUid.get(uid)
  pendingByUid.set(uid, done)
  try {
    await before
    return await work()
  } finally {
    end()
    if (pendingByUid.get(uid) === done) pendingByUid.delete(uid)
  }
}

const Count = z.object({
  /** Times of the last minute's calls, in milliseconds since 1970. */
  recent: z.catch(z.array(z.number()), []),
  day: z.catch(z.number(), 0),
  inDay: z.catch(z.number(), 0),
  lease: z.catch(z.nullable(z.object({ id: z.string(), until: z.number() })), null),
})

/**
 * Counts one call of a user in the database, across all instances.
 * @returns a function that releases the lease. The function never rejects: if it fails, the lease expires by itself.
 * @throws HttpError 429 if another call of the user is running, the user's limits are reached, or the call has waited
 *   too long; 503 if the limit of all users is reached
 */
export async function reserveCall(
  { db, now, newId, random }: QuotaDeps,
  uid: string,
  kind: QuotaKind,
): Promise<() => Promise<void>> {
  const { perMinute, perDay, lease, globalLimit } = QUOTA_LIMITS[kind]
  const userRef = db.doc(quotaPath(uid).join('/'))
  const id = newId()
  const began = now()
  const count = async (transaction: Transaction) => {
    const day = Math.floor(now() / DAY_MS)
    const all = db.doc(`${DAILY_COUNTS}/${day}-${kind}-${Math.floor(random() * SHARDS)}`)
    const [userDoc, totalDoc] = await transaction.getAll(userRef, all)
    // The time is read after the documents. Otherwise `time` could be earlier than the last call that the documents
    // contain.
    const time = now()
    const before = Count.parse(userDoc?.get(kind) ?? {})
    if (lease !== undefined && before.lease && before.lease.until > time)
      throw new HttpError(429, lease.taken, { retryAfter: (before.lease.until - time) / 1000 })
    // Calls whose time is slightly in the future are counted too, because the clocks of instances differ.
    const recent = before.recent.filter((at) => Math.abs(time - at) < MINUTE_MS)
    const oldest = Math.min(...recent)
    if (recent.length >= perMinute)
      throw new HttpError(429, FUNCTION_TEXT.perMinute(perMinute), {
        retryAfter: (oldest + MINUTE_MS - time) / 1000,
      })
    const inDay = before.day === day ? before.inDay : 0
    if (inDay >= perDay)
      throw new HttpError(429, FUNCTION_TEXT.perDay(perDay), {
        retryAfter: ((day + 1) * DAY_MS - time) / 1000,
      })
    if (globalLimit !== undefined) {
      const used = z.catch(z.number(), 0).parse(totalDoc?.get('count'))
      if (used >= globalLimit.perDay / SHARDS)
        throw new HttpError(503, globalLimit.usedUp, {
          retryAfter: ((day + 1) * DAY_MS - time) / 1000,
        })
      transaction.set(all, { day, count: used + 1 })
    }
    const counted = {
      recent: [...recent, time],
      day,
      inDay: inDay + 1,
      lease: lease === undefined ? null : { id, until: time + lease.ms },
    }
    transaction.set(userRef, { [kind]: counted }, { merge: true })
  }
  await runSerially(uid, async () => {
    if (now() - began > MAX_WAIT_MS) throw tooManyCallsError()
    await db.runTransaction(count, { maxAttempts: ATTEMPTS }).catch((error: unknown) => {
      throw isAborted(error) ? tooManyCallsError() : error
    })
  })
  const releaseLease = async (transaction: Transaction) => {
    const userDoc = await transaction.get(userRef)
    if (Count.parse(userDoc.get(kind) ?? {}).lease?.id === id) transaction.update(userRef, { [`${kind}.lease`]: null })
  }
  return async () => {
    if (lease !== undefined) await runSerially(uid, () => db.runTransaction(releaseLease)).catch(() => {})
  }
}

const isAborted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ABORTED

/**
 * Removes the counts of past days.
 * @returns how many documents were removed, and how many could not be removed
 */
export function deleteOldCounts({ db, now, onError }: SweepDeps): Promise<SweepResult> {
  const expired = db.collection(DAILY_COUNTS).where('day', '<', Math.floor(now() / DAY_MS))
  return updateEachDocument(expired, 'day', (writer, { ref }) => writer.delete(ref), onError)
}
