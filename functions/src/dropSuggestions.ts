import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { parseAiSettings, type AiSettings } from '../../domain/account/aiSettings.ts'
import { logsPath, quotaPath, settingsPath } from '../../domain/paths.ts'
import { expiryCutoff } from '../../domain/analysis/suggestions.ts'
import { updateEachDocument, randomUidPrefix, sweepUsers, type SweepDeps, type SweepResult } from './sweep.ts'

export type DropSuggestionsDeps = SweepDeps & {
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number
}

/** The settings to load. Other settings are not loaded, because they can be large. */
const SETTINGS: (keyof AiSettings)[] = ['retainSuggestions']

/**
 * Removes suggestions that are older than the user's retention time. Visits only users with a quota document, because
 * users without a quota document have never requested an analysis.
 * @returns how many entries were changed, how many could not be changed, and whether every user was visited
 */
export function handle(deps: DropSuggestionsDeps): Promise<SweepResult & { readonly complete: boolean }> {
  const { db, now, random } = deps
  const start = db.doc(quotaPath(randomUidPrefix(random)).join('/'))
  return sweepUsers(
    db.collection('quotas').select(),
    start,
    async ({ id: uid }, onError) => (await dropForUser(db, uid, now(), onError)).done,
    deps,
  )
}

async function dropForUser(
  db: Firestore,
  uid: string,
  now: number,
  onError: SweepDeps['onError'],
): Promise<SweepResult> {
  const [settings] = await db.getAll(db.doc(settingsPath(uid).join('/')), { fieldMask: SETTINGS })
  const { retainSuggestions } = parseAiSettings(settings?.data())
  const analyzedField = 'aiSuggestions.lastAnalyzed'
  const expired = db
    .collection(logsPath(uid).join('/'))
    .where(analyzedField, '<=', Timestamp.fromMillis(expiryCutoff(retainSuggestions, now)))
  return updateEachDocument(
    expired,
    analyzedField,
    // If the entry was analyzed again after it was read, `lastUpdateTime` no longer matches. The write then fails, so
    // that the new suggestions stay.
    (writer, { ref, updateTime }) =>
      writer.update(
        ref,
        { aiSuggestions: FieldValue.delete(), lastUpdated: FieldValue.serverTimestamp() },
        { lastUpdateTime: updateTime },
      ),
    onError,
  )
}
