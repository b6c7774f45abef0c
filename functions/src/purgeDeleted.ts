import type { Firestore } from 'firebase-admin/firestore'
import { TRASH_DAYS } from '../../domain/log.ts'

export type PurgeDeps = {
  readonly db: Firestore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const DAY_MS = 86_400_000
/** A commit takes 500 writes at most. */
const BATCH = 400

/**
 * Removes for good what was deleted more than 30 days ago, everybody's. Cut off, it goes on at its next run.
 * @returns how many entries it removed
 */
export async function handle({ db, now }: PurgeDeps): Promise<number> {
  const before = new Date(now() - TRASH_DAYS * DAY_MS)
  const expired = db
    .collectionGroup('logs')
    .where('deleted', '==', true)
    .where('deletedAt', '<', before)
    .orderBy('deletedAt')
    .limit(BATCH)
  let removed = 0
  for (;;) {
    const { docs } = await expired.get()
    if (docs.length === 0) return removed
    const batch = db.batch()
    // One that was restored meanwhile has another version, and stays.
    for (const entry of docs) batch.delete(entry.ref, { lastUpdateTime: entry.updateTime })
    await batch.commit()
    removed += docs.length
  }
}
