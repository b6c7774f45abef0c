import { FieldValue } from 'firebase-admin/firestore'
import type { ApplyRequest } from '../../domain/api.ts'
import { LOG_TEXT } from '../../domain/messages.ts'
import { logPath } from '../../domain/paths.ts'
import { HttpError } from './httpError.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

/**
 * Writes level, goals and tags onto an entry of the caller's that has suggestions, and marks those as applied: all of
 * it or nothing. The entry's text is never touched.
 * @throws Failed 404 for no such entry, 409 where it has no suggestions (any more), 429
 */
export async function handle(
  { logId, suggestions }: ApplyRequest,
  uid: string,
  deps: QuotaDeps,
): Promise<{ success: true }> {
  await reserveCall(deps, uid, 'apply')
  const entryRef = deps.db.doc(logPath(uid, logId).join('/'))
  await deps.db.runTransaction(async (transaction) => {
    const stored = await transaction.get(entryRef)
    if (!stored.exists || stored.get('deleted') === true) throw new HttpError(404, LOG_TEXT.notFound)
    if (!stored.get('aiSuggestions'))
      throw new HttpError(409, 'This entry has no suggestions any more. Analyse it again.')
    transaction.update(entryRef, {
      logLevel: suggestions.suggestedLogLevel,
      goals: suggestions.suggestedGoals,
      tags: suggestions.suggestedTags,
      'aiSuggestions.applied': true,
      updatedAt: FieldValue.serverTimestamp(),
      lastUpdated: FieldValue.serverTimestamp(),
    })
  })
  return { success: true }
}
