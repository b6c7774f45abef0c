import { TRASH_DAYS } from '../../domain/entry/entry.ts'
import { updateEachDocument, type SweepDeps, type SweepResult } from './sweep.ts'

const DAY_MS = 86_400_000

/**
 * Permanently removes all entries that were deleted more than `TRASH_DAYS` ago.
 * @returns how many entries were removed, and how many could not be removed
 */
export function handle({ db, now, onError }: SweepDeps): Promise<SweepResult> {
  const expired = db
    .collectionGroup('logs')
    .where('deleted', '==', true)
    .where('deletedAt', '<', new Date(now() - TRASH_DAYS * DAY_MS))
  // If an entry was restored after it was read, `lastUpdateTime` no longer matches. The entry is then not removed.
  return updateEachDocument(
    expired,
    'deletedAt',
    (writer, { ref, updateTime }) => writer.delete(ref, { lastUpdateTime: updateTime }),
    onError,
  )
}
