import { FieldValue } from 'firebase-admin/firestore'
import type { ApplyRequest } from '../../domain/api.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { LOG_TEXT } from '../../domain/texts/specification.ts'
import { logPath } from '../../domain/paths.ts'
import { HttpError } from './httpError.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'

/**
 * Applies suggestions to an entry of the caller in one transaction: writes level, goals and tags and marks the
 * suggestions as applied. Never changes the entry's text.
 * @throws HttpError 404 if the entry does not exist or is deleted, 409 if the entry has no suggestions, 429 if the
 *   quota is used up
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
    if (!stored.get('aiSuggestions')) throw new HttpError(409, FUNCTION_TEXT.noSuggestions)
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
