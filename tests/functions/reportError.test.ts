/* Tests how the functions log error reports of the app, with the real Admin SDK and the local Firestore. */
import type { Firestore } from 'firebase-admin/firestore'
import { beforeEach, expect, test } from 'vitest'
import { useFunctionsDatabase } from '#tests/support/functionsDatabase.ts'
import { QUOTA_LIMITS } from '../../functions/src/quotas.ts'
import { handle, type ErrorReportLine } from '../../functions/src/reportError.ts'

const freshDb = useFunctionsDatabase()
let db: Firestore
let lines: ErrorReportLine[]
beforeEach(async () => {
  db = await freshDb()
  lines = []
})

const REPORT = { version: '1.5.0', name: 'FirebaseError', code: 'internal', places: ['/assets/a.js:1:2', '/b.js:3:4'] }
const tell = () =>
  handle(REPORT, 'alice', {
    db,
    now: () => 0,
    newId: () => crypto.randomUUID(),
    random: () => 0,
    log: (line) => void lines.push(line),
  })

test('logs an error report as one line, formatted as a stack trace', async () => {
  expect(await tell()).toEqual({ success: true })
  expect(lines).toEqual([
    {
      '@type': expect.stringContaining('ReportedErrorEvent'),
      message: 'FirebaseError: internal\n    at /assets/a.js:1:2\n    at /b.js:3:4',
      serviceContext: { service: 'app', version: '1.5.0' },
    },
  ])
})

test('rejects error reports above the limit per minute', async () => {
  for (let report = 0; report < QUOTA_LIMITS.error.perMinute; report++) await tell()
  await expect(tell()).rejects.toMatchObject({ status: 429 })
  expect(lines).toHaveLength(QUOTA_LIMITS.error.perMinute)
})
