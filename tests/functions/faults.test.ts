/* Injects every kind of fault of the model service many times, with the real SDKs over HTTP. */
import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useFunctionsDatabase, entryDocument } from '#tests/support/functionsDatabase.ts'
import { startFakeGemini, fakeModelSettings, type FakeGemini, type FakeBehavior } from '#tests/support/gemini.ts'
import { IS_LONG, enduranceLength } from '#tests/support/testLength.ts'
import { createGemini } from '../../functions/src/gemini.ts'
import { modelAnalyst } from '../../functions/src/modelAnalyst.ts'
import { handle as analyze } from '../../functions/src/requestLogAnalysis.ts'

const TIMES = enduranceLength(2, 20)
const SETTLED_WITHIN_MS = 35_000
/** The long form of the test uses the timeout of a deployed function, the short form 300 ms. */
const TIMEOUT = IS_LONG ? {} : { timeoutMs: 300 }

const FAULTS: readonly (readonly [what: string, script: FakeBehavior])[] = [
  ['never answers', 'hang'],
  ['answers with malformed JSON', 'malformed'],
  ['answers with JSON of another schema', 'wrong-schema'],
  ['answers 429 (too many requests)', 'busy'],
  ['answers 500', 'broken'],
  ['answers without a text', 'empty'],
  ['declines the request for safety', 'blocked'],
]

const freshDb = useFunctionsDatabase()
let service: FakeGemini
let db: Firestore
beforeAll(async () => {
  service = await startFakeGemini()
})
afterAll(() => service.close())
beforeEach(async () => {
  db = await freshDb()
})

test.each(FAULTS)(
  `when the model service %s, ${TIMES} analyses fail in time, change no entry and send at most two requests each`,
  { timeout: 120_000 },
  async (_, script) => {
    const before = service.requests.length
    const deps = { db, now: Date.now, newId: () => crypto.randomUUID(), random: Math.random }
    const analyst = modelAnalyst(createGemini({ ...fakeModelSettings(service), ...TIMEOUT }))
    const people = Array.from({ length: TIMES }, (_unused, index) => `person-${index}`)
    const settled = await Promise.all(
      people.map(async (uid) => {
        const log = db.doc(`users/${uid}/logs/one`)
        await log.set(entryDocument({ userId: uid, content: `Entry of ${uid} script:${script}` }))
        const stored = (await log.get()).data()
        const began = Date.now()
        const outcome = await analyze({ logId: 'one' }, uid, { ...deps, analyst }).catch((error: unknown) => error)
        return { outcome, took: Date.now() - began, isAsItWas: [stored, (await log.get()).data()] }
      }),
    )
    for (const { outcome, took, isAsItWas } of settled) {
      expect(outcome).toMatchObject({ name: 'HttpError' })
      expect(took).toBeLessThan(SETTLED_WITHIN_MS)
      expect(isAsItWas[1]).toEqual(isAsItWas[0])
    }
    expect(service.requests.length - before).toBeLessThanOrEqual(2 * TIMES)
  },
)
