import { TRASH_DAYS } from '../../domain/entry/entry.ts'
import { changeEach, type SweepDeps, type SweepResult } from './sweep.ts'

const DAY_MS = 86_400_000

/**
 * Removes for good what was deleted more than 30 days ago, everybody's.
 * @returns how many entries it removed, and how many it could not
 */
export function handle({ db, now, onError }: SweepDeps): Promise<SweepResult> {
  const expired = db
    .collectionGroup('logs')
    .where('deleted', '==', true)
    .where('deletedAt', '<', new Date(now() - TRASH_DAYS * DAY_MS))
  // One that was restored meanwhile has another version, and stays.
  return changeEach(
    expired,
    'deletedAt',
    (writer, { ref, updateTime }) => writer.delete(ref, { lastUpdateTime: updateTime }),
    onError,
  )
}
