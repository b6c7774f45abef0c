import { TRASH_DAYS } from '../../domain/log.ts'
import type { DataDeps } from './deps.ts'
import { inBatches } from './inBatches.ts'

const DAY_MS = 86_400_000

/**
 * Removes for good what was deleted more than 30 days ago, everybody's.
 * @returns how many entries it removed
 */
export function handle({ db, now }: DataDeps): Promise<number> {
  const expired = db
    .collectionGroup('logs')
    .where('deleted', '==', true)
    .where('deletedAt', '<', new Date(now() - TRASH_DAYS * DAY_MS))
    .orderBy('deletedAt')
  // One that was restored meanwhile has another version, and stays.
  return inBatches(expired, (batch, { ref, updateTime }) => batch.delete(ref, { lastUpdateTime: updateTime }))
}
