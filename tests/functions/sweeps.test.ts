/* Runs the scheduled functions for many users with documents of the maximum size, in the memory of one instance. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getApps } from 'firebase-admin/app'
import { Timestamp, type Firestore } from 'firebase-admin/firestore'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { useFunctionsDatabase, entryDocument } from '#tests/support/functionsDatabase.ts'
import { enduranceLength } from '#tests/support/testLength.ts'

const PEOPLE = enduranceLength(500, 10_000)
/** The number of users with documents of 1 MB, which may have been stored before the rules limited every value. */
const OVERSIZED = enduranceLength(100, 300)
/** Every tenth of the other users has an entry of 150 kB. */
const EVERY = 10
const hasEntry = (person: number): boolean => person < OVERSIZED || person % EVERY === 0

/**
 * Maximum resident memory; an instance has 512 MiB. The heap below is too small for all documents of one kind at once.
 */
const MAX_MIB = 400
const HEAP = '--max-old-space-size=80'

const MiB = 'x'.repeat(1_000_000)
const SEARCHES = Array(20).fill('s'.repeat(800))
const CONTENT = 'x'.repeat(150_000)
const LONG_AGO = Timestamp.fromMillis(0)

const Ran = z.object({
  reminders: z.object({ done: z.number(), failed: z.number(), complete: z.boolean() }),
  reminderSeconds: z.number(),
  suggestions: z.object({ done: z.number(), failed: z.number(), complete: z.boolean() }),
  deleted: z.object({ done: z.number(), failed: z.number() }),
  residentMiB: z.number(),
})

const freshDb = useFunctionsDatabase()

test(
  `processes ${PEOPLE} users, ${OVERSIZED} of them with documents of 1 MB, within an instance's memory`,
  { timeout: 1_800_000 },
  async () => {
    const db = await freshDb()
    await write(db)
    const [app] = getApps()
    const args = [HEAP, 'tests/support/sweepProcess.ts', app?.options.projectId ?? '']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
    const ran = Ran.parse(JSON.parse(stdout))
    console.warn(JSON.stringify({ people: PEOPLE, ...ran }))
    expect(stderr).toBe('')
    const entries = Array.from({ length: PEOPLE }, (_, person) => person).filter(hasEntry).length
    expect(ran.reminders).toEqual({ done: PEOPLE, failed: 0, complete: true })
    expect(ran.suggestions).toEqual({ done: entries, failed: 0, complete: true })
    expect(ran.deleted).toEqual({ done: entries, failed: 0 })
    expect(ran.residentMiB).toBeLessThan(MAX_MIB)
  },
)

async function write(db: Firestore): Promise<void> {
  const writer = db.bulkWriter({ throttling: false })
  for (let person = 0; person < PEOPLE; person++) {
    const user = db.doc(`users/person-${person}`)
    const more = person < OVERSIZED ? { themeStations: { lgs: MiB } } : { savedSearches: SEARCHES }
    void writer.set(user.collection('private').doc('settings'), {
      isMeiLingEnabled: true,
      quietFrom: 0,
      quietUntil: 0,
      ...more,
    })
    void writer.set(user.collection('private').doc('notifications'), { fcmToken: 't'.repeat(4096) })
    void writer.set(db.doc(`quotas/person-${person}`), { analysis: { recent: Array(10).fill(0) } })
    if (hasEntry(person))
      void writer.set(user.collection('logs').doc('one'), {
        ...entryDocument({ content: person < OVERSIZED ? MiB : CONTENT }),
        aiSuggestions: { lastAnalyzed: LONG_AGO },
        deleted: true,
        deletedAt: LONG_AGO,
      })
    // The Firestore client keeps unsent writes in memory, so this test flushes them regularly.
    if (person % 100 === 0) await writer.flush()
  }
  await writer.close()
}
