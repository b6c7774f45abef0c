/* Tests backup and restore of a user's data, with the real Admin SDK and the local Firestore. */
import { GeoPoint, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test } from 'vitest'
import { useFunctionsDatabase, entryDocument } from '#tests/support/functionsDatabase.ts'
import { backupLines, restoreBackup } from '../../scripts/backupAccount.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const TO_THE_NANOSECOND = new Timestamp(1_763_640_000, 123_456_000)

const freshDb = useFunctionsDatabase()
let db: Firestore
beforeEach(async () => {
  db = await freshDb()
})

const backup = async (uid: string): Promise<readonly string[]> => {
  const lines: string[] = []
  for await (const line of backupLines(db, uid, NOON)) lines.push(line)
  return lines
}

async function store(uid: string): Promise<void> {
  const batch = db.batch()
  for (let index = 0; index < 30; index++)
    batch.set(
      db.doc(`users/${uid}/logs/e${index}`),
      entryDocument({ userId: uid, timestamp: TO_THE_NANOSECOND, goals: ['a'], aiSuggestions: { applied: false } }),
    )
  batch.set(db.doc(`users/${uid}`), { operationalFrequency: 112.4 })
  batch.set(db.doc(`users/${uid}/private/settings`), { theme: 'mgs' })
  for (let index = 0; index < 5; index++)
    batch.set(db.doc(`favorites/${uid}_${index}`), { userId: uid, dateAdded: Timestamp.fromMillis(NOON + index) })
  await batch.commit()
}

/** Returns the documents of all users, without the times of the last changes. */
const everything = async () => {
  const found = await Promise.all(
    ['alice', 'bob'].map(async (uid) => [uid, (await backup(uid)).slice(1).map(withoutStamp)]),
  )
  return Object.fromEntries(found)
}
const withoutStamp = (line: string): unknown =>
  JSON.parse(line, (key, value: unknown) => (key === 'lastUpdated' ? undefined : value))

test("restores deleted documents with exact timestamps and does not change other users' documents", async () => {
  await Promise.all([store('alice'), store('bob')])
  const [before, lines] = [await everything(), await backup('alice')]
  expect(lines).toHaveLength(1 + 30 + 2 + 5)
  await db.recursiveDelete(db.doc('users/alice'))
  await db.recursiveDelete(db.collection('favorites'))
  await store('bob')
  expect(await restoreBackup(db, 'alice', lines)).toBe(37)
  expect(await everything()).toEqual(before)
  expect((await db.doc('users/alice/logs/e1').get()).get('timestamp')).toEqual(TO_THE_NANOSECOND)
})

test('restored entries count as changed now, so that all devices receive them', async () => {
  await store('alice')
  const lines = await backup('alice')
  const begun = Date.now()
  await restoreBackup(db, 'alice', lines)
  const restored = await db.doc('users/alice/logs/e1').get()
  expect(restored.get('lastUpdated')).toSatisfy((time: Timestamp) => time.toMillis() >= begun)
})

test('restores changed documents and keeps documents that were created after the backup', async () => {
  await store('alice')
  const lines = await backup('alice')
  await db.doc('users/alice/logs/e1').update({ content: 'spoiled' })
  await db.doc('users/alice/logs/later').set(entryDocument())
  await restoreBackup(db, 'alice', lines)
  expect((await db.doc('users/alice/logs/e1').get()).get('content')).toBe('A signal from the north.')
  expect((await db.doc('users/alice/logs/later').get()).exists).toBe(true)
})

test.each([
  [
    'the uid of another user',
    (lines: readonly string[]) => lines.map((line) => line.replaceAll('alice', 'bob')),
    /of bob/,
  ],
  ['another format', () => ['{"hello":"world"}'], /format/],
  [
    'a document of another user',
    (lines: readonly string[]) => [...lines, '{"path":"users/bob","fields":{}}'],
    /users\/bob/,
  ],
  [
    "a path outside the user's documents",
    (lines: readonly string[]) => [...lines, '{"path":"quotas/alice","fields":{}}'],
    /quotas/,
  ],
])('rejects a backup file with %s before any write', async (_, change, reason) => {
  await store('alice')
  const lines = await backup('alice')
  await db.recursiveDelete(db.doc('users/alice'))
  await expect(restoreBackup(db, 'alice', change(lines))).rejects.toThrow(reason)
  expect((await db.doc('users/alice/logs/e1').get()).exists).toBe(false)
})

test('backing up fails for a document with an unsupported field type', async () => {
  await db.doc('users/alice').set({ place: new GeoPoint(1, 2) })
  await expect(backup('alice')).rejects.toThrow('users/alice has a field of a kind')
})
