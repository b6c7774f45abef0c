import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { parseAiSettings } from '../../domain/aiSettings.ts'
import { logsPath, settingsPath } from '../../domain/paths.ts'
import { expiredBefore } from '../../domain/suggestions.ts'

export type DropDeps = {
  readonly db: Firestore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const PEOPLE_AT_ONCE = 100
/** A commit takes 500 writes at most. */
const BATCH = 400

/**
 * Removes suggestions that are older than their person keeps them, everybody's who ever had an analysis: they are
 * those with a quota. Cut off, it goes on at its next run.
 * @returns how many entries it took suggestions from
 */
export async function handle({ db, now }: DropDeps): Promise<number> {
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
    .limit(BATCH)
  let dropped = 0
  for (;;) {
    const { docs } = await expired.get()
    if (docs.length === 0) return dropped
    const batch = db.batch()
    // One that was analysed anew meanwhile has another version, and keeps what it got.
    for (const entry of docs)
      batch.update(
        entry.ref,
        { aiSuggestions: FieldValue.delete(), lastUpdated: FieldValue.serverTimestamp() },
        { lastUpdateTime: entry.updateTime },
      )
    await batch.commit()
    dropped += docs.length
  }
}
