import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { parseAiSettings } from '../../domain/aiSettings.ts'
import { logsPath, settingsPath } from '../../domain/paths.ts'
import { expiredBefore } from '../../domain/suggestions.ts'
import type { DataDeps } from './deps.ts'
import { inBatches } from './inBatches.ts'

const PEOPLE_AT_ONCE = 100

/**
 * Removes suggestions that are older than their person keeps them, everybody's who ever had an analysis: they are
 * those with a quota. Cut off, it goes on at its next run.
 * @returns how many entries it took suggestions from
 */
export async function handle({ db, now }: DataDeps): Promise<number> {
  let dropped = 0
  let people = db.collection('quotas').orderBy('__name__').limit(PEOPLE_AT_ONCE)
  for (;;) {
    const { docs } = await people.get()
    for (const { id: uid } of docs) dropped += await dropOf(db, uid, now())
    const last = docs.at(-1)
    if (!last || docs.length < PEOPLE_AT_ONCE) return dropped
    people = people.startAfter(last)
  }
}

async function dropOf(db: Firestore, uid: string, now: number): Promise<number> {
  const { retainSuggestions } = parseAiSettings((await db.doc(settingsPath(uid).join('/')).get()).data())
  const expired = db
    .collection(logsPath(uid).join('/'))
    .where('aiSuggestions.lastAnalyzed', '<=', Timestamp.fromMillis(expiredBefore(retainSuggestions, now)))
  return inBatches(expired, (batch, { ref, updateTime }) =>
    // One that was analysed anew meanwhile has another version, and keeps what it got.
    batch.update(
      ref,
      { aiSuggestions: FieldValue.delete(), lastUpdated: FieldValue.serverTimestamp() },
      { lastUpdateTime: updateTime },
    ),
  )
}
