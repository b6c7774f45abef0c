/* Tests the nightly removal of deleted entries, with the real Admin SDK and the local Firestore. */
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test, vi } from 'vitest'
import { TRASH_DAYS } from '#domain/entry/entry.ts'
import { useFunctionsDatabase, throwUnexpected } from '#tests/support/functionsDatabase.ts'
import { handle } from '../../functions/src/purgeDeleted.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAYS = (count: number) => Timestamp.fromMillis(NOW - count * 86_400_000)

const freshDb = useFunctionsDatabase()
let db: Firestore
beforeEach(async () => {
  db = await freshDb()
})

const sweep = (failed: (error: unknown) => void = throwUnexpected) => handle({ db, now: () => NOW, onError: failed })
const purge = async () => (await sweep()).done
const left = async () => (await db.collectionGroup('logs').get()).docs.map(({ ref }) => ref.path).toSorted()

test('removes the entries of all users that have been in the trash longer than the retention time, and no other entries', async () => {
  await db
    .doc('users/alice/logs/old')
    .set({ deleted: true, deletedAt: Timestamp.fromMillis(DAYS(TRASH_DAYS).toMillis() - 1) })
  await db.doc('users/bob/logs/older').set({ deleted: true, deletedAt: DAYS(10 * TRASH_DAYS) })
  await db.doc('users/alice/logs/edge').set({ deleted: true, deletedAt: DAYS(TRASH_DAYS) })
  await db.doc('users/alice/logs/restored').set({ deleted: false })
  await db.doc('users/alice/logs/kept').set({ deleted: false, deletedAt: DAYS(10 * TRASH_DAYS) })
  expect(await purge()).toBe(2)
  expect(await left()).toEqual(['users/alice/logs/edge', 'users/alice/logs/kept', 'users/alice/logs/restored'])
})

test('removes more entries than fit in one commit', async () => {
  for (let start = 0; start < 900; start += 450) {
    const batch = db.batch()
    for (let index = start; index < start + 450; index++)
      batch.set(db.doc(`users/alice/logs/e${index}`), { deleted: true, deletedAt: DAYS(TRASH_DAYS + 1 + index) })
    await batch.commit()
  }
  expect(await purge()).toBe(900)
  expect(await left()).toEqual([])
})

test('keeps an entry that is restored during the run, and removes the other entries', async () => {
  for (const [id, days] of Object.entries({ older: TRASH_DAYS + 20, restored: TRASH_DAYS + 10, newer: TRASH_DAYS + 1 }))
    await db.doc(`users/alice/logs/${id}`).set({ deleted: true, deletedAt: DAYS(days) })
  const entry = db.doc('users/alice/logs/restored')
  const bulkWriter = db.bulkWriter.bind(db)
  vi.spyOn(db, 'bulkWriter').mockImplementation(() => {
    const writer = bulkWriter()
    const close = writer.close.bind(writer)
    writer.close = async () => {
      await entry.update({ deleted: false, deletedAt: FieldValue.delete() })
      return close()
    }
    return writer
  })
  const errors: unknown[] = []
  expect(await sweep((error) => errors.push(error))).toEqual({ done: 2, failed: 1 })
  expect(errors).toMatchObject([{ message: expect.stringMatching(/version/i) }])
  vi.restoreAllMocks()
  expect(await left()).toEqual(['users/alice/logs/restored'])
  expect(await purge(), 'entries removed by the next run').toBe(0)
})
