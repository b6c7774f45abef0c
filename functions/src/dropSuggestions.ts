import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { parseAiSettings, type AiSettings } from '../../domain/account/aiSettings.ts'
import { logsPath, quotaPath, settingsPath } from '../../domain/paths.ts'
import { expiredBefore } from '../../domain/analysis/suggestions.ts'
import { changeEach, randomUid, sweepPeople, type SweepDeps, type Swept } from './sweep.ts'

export type DropDeps = SweepDeps & {
  /** 0 up to but not including 1. */
  readonly random: () => number
}

/** What is read of a person's settings: the rest may be large. */
const SETTINGS: (keyof AiSettings)[] = ['retainSuggestions']

/**
 * Removes suggestions that are older than their person keeps them, everybody's who ever had an analysis: they are
 * those with a quota.
 * @returns how many entries it took suggestions from, how many it could not, and whether everybody had their turn
 */
export function handle(deps: DropDeps): Promise<Swept & { readonly complete: boolean }> {
  const { db, now, random } = deps
  const start = db.doc(quotaPath(randomUid(random)).join('/'))
  return sweepPeople(
    db.collection('quotas').select(),
    start,
    async ({ id: uid }, failed) => (await dropOf(db, uid, now(), failed)).done,
    deps,
  )
}

async function dropOf(db: Firestore, uid: string, now: number, failed: SweepDeps['failed']): Promise<Swept> {
  const [settings] = await db.getAll(db.doc(settingsPath(uid).join('/')), { fieldMask: SETTINGS })
  const { retainSuggestions } = parseAiSettings(settings?.data())
  const analysed = 'aiSuggestions.lastAnalyzed'
  const expired = db
    .collection(logsPath(uid).join('/'))
    .where(analysed, '<=', Timestamp.fromMillis(expiredBefore(retainSuggestions, now)))
  return changeEach(
    expired,
    analysed,
    // One that was analysed anew meanwhile has another version, and keeps what it got.
    (writer, { ref, updateTime }) =>
      writer.update(
        ref,
        { aiSuggestions: FieldValue.delete(), lastUpdated: FieldValue.serverTimestamp() },
        { lastUpdateTime: updateTime },
      ),
    failed,
  )
}
