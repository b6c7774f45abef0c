import { TRASH_DAYS } from '../../domain/entry/entry.ts'
import { changeEach, type SweepDeps, type SweepResult } from './sweep.ts'

const DAY_MS = 86_400_000

/**
 * Permanently removes all entries that were deleted more than `TRASH_DAYS` ago.
 * @returns how many entries were removed, and how many failed
 */
export function handle({ db, now, onError }: SweepDeps): Promise<SweepResult> {
  const expired = db
    .collectionGroup('logs')
    .where('deleted', '==', true)
    .where('deletedAt', '<', new Date(now() - TRASH_DAYS * DAY_MS))
  // An entry that was restored in the meantime has a newer version, so it is not removed.
  return changeEach(
    expired,
    'deletedAt',
    (writer, { ref, updateTime }) => writer.delete(ref, { lastUpdateTime: updateTime }),
    onError,
  )
}
