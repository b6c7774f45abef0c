/*
 * Tests the analysis of entries and the application of suggestions, with the real Admin SDK and the local Firestore.
 * The real SDK of the model calls a fake model service over HTTP.
 */
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_MODEL_IDS } from '#domain/analysis/aiModels.ts'
import type { AnalysisResponse } from '#domain/api.ts'
import { useFunctionsDatabase, entryDocument, throwUnexpected } from '#tests/support/functionsDatabase.ts'
import {
  startFakeGemini,
  fakeModelSettings,
  PromptData,
  requestTextOf,
  type FakeGemini,
} from '#tests/support/gemini.ts'
import { INJECTIONS } from '#tests/support/injections.ts'
import type { Analyst } from '../../functions/src/analyst.ts'
import { handle as apply } from '../../functions/src/applyAiSuggestions.ts'
import { createGemini } from '../../functions/src/gemini.ts'
import { modelAnalyst } from '../../functions/src/modelAnalyst.ts'
import { offlineAnalyst } from '../../functions/src/offlineAnalyst.ts'
import { deleteOldCounts, QUOTA_LIMITS } from '../../functions/src/quotas.ts'
import { handle as analyze } from '../../functions/src/requestLogAnalysis.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20, 12)

const freshDb = useFunctionsDatabase()
let service: FakeGemini
let model: Analyst
let db: Firestore
let now: number
beforeAll(async () => {
  service = await startFakeGemini()
  model = modelAnalyst(createGemini(fakeModelSettings(service)))
})
afterAll(() => service.close())
beforeEach(async () => {
  db = await freshDb()
  now = START
})

const deps = () => ({ db, now: () => now, newId: () => crypto.randomUUID(), random: () => 0 })
const analyzeBy = (analyst: Analyst, logId = 'one', uid = 'alice') => analyze({ logId }, uid, { ...deps(), analyst })
const analyzed = async (analyst = model) => {
  const answer = await analyzeBy(analyst)
  if (!('suggestions' in answer)) throw new Error('a preview')
  return answer
}
const write = (id: string, about: DocumentData = {}, uid = 'alice') =>
  db.doc(`users/${uid}/logs/${id}`).set(entryDocument(about))
const settings = (chosen: DocumentData) => db.doc('users/alice/private/settings').set(chosen)
const read = async (path = 'users/alice/logs/one') => (await db.doc(path).get()).data()
const requestsWhile = async (run: () => Promise<unknown>) => {
  const before = service.requests.length
  await run()
  return service.requests.slice(before)
}
const refused = (status: number, message: RegExp | string = /./) =>
  expect.objectContaining({ name: 'HttpError', status, message: expect.stringMatching(message) })

describe('requestLogAnalysis', () => {
  test('stores and returns the suggestions and changes nothing else in the entry', async () => {
    await write('one')
    const before = await read()
    const { suggestions }: AnalysisResponse = await analyzed()
    expect(suggestions).toEqual({
      suggestedLogLevel: 'INTEL',
      suggestedGoals: ['Verify the northern signal'],
      suggestedTags: ['signal', 'recon'],
      confidence: 0.86,
      applied: false,
      source: 'model',
      tokens: { input: 212, output: 41, thinking: 312 },
      lastAnalyzed: START,
    })
    const { lastAnalyzed: _, ...stored } = suggestions
    expect(await read()).toEqual({
      ...before,
      aiSuggestions: { ...stored, lastAnalyzed: expect.any(Timestamp) },
      lastUpdated: expect.any(Timestamp),
    })
  })

  test("sends the user's tags, most used first, without the tags of EYES ONLY and deleted entries", async () => {
    await write('one')
    await write('two', { tags: ['rare', 'often'] })
    await write('three', { tags: ['Often'] })
    await write('private', { tags: ['secret'], eyesOnly: true })
    await write('gone', { tags: ['gone'], deleted: true })
    await write('other', { tags: ['bobs'] }, 'bob')
    const [request] = await requestsWhile(analyzed)
    const { knownTags } = PromptData.parse(JSON.parse(requestTextOf(request)))
    expect(knownTags.map((tag) => tag.toLowerCase())).toEqual(['often', 'rare'])
  })

  test('suggests at most five tags, spells them as the user does, and omits sentences', async () => {
    await write('one', { content: 'Signal script:sentences' })
    await write('two', { tags: ['Recon'] })
    expect((await analyzed()).suggestions.suggestedTags).toEqual(['Signal', 'Recon', 'two-words', 'a', 'b'])
  })

  test("sends the user's AI settings, with defaults in place of invalid values", async () => {
    await write('one')
    await settings({ model: 'powerful', temperature: 0.9, topK: 4000, topP: 'much' })
    const older = modelAnalyst(createGemini(fakeModelSettings(service, 'gemini-2.5-pro')))
    const [request] = await requestsWhile(() => analyzed(older))
    expect(request?.model).toBe('gemini-2.5-pro')
    expect(request?.generationConfig).toMatchObject({ temperature: 0.9, topK: 40, topP: 0.8 })
  })

  test("rejects an analysis below the user's confidence threshold and stores nothing", async () => {
    await write('one', { content: 'Signal script:unsure' })
    await expect(analyzed()).rejects.toEqual(refused(409, 'Analysis confidence below threshold'))
    expect(await read()).not.toHaveProperty('aiSuggestions')
    await settings({ minimumConfidence: 0.3 })
    expect((await analyzed()).suggestions.confidence).toBe(0.31)
  })

  test.each(['blocked', 'cut', 'malformed', 'wrong-schema', 'busy', 'broken', 'empty'])(
    'does not change the entry after the error %s, and the next analysis succeeds',
    async (script) => {
      await write('one', { content: `Entry script:${script}` })
      const before = await read()
      await expect(analyzed()).rejects.toMatchObject({ name: 'HttpError' })
      expect(await read()).toEqual(before)
      await write('one', { content: 'Another text' })
      expect((await analyzed()).success).toBe(true)
    },
  )

  test('stores no suggestions for an entry that is deleted during the analysis', async () => {
    await write('one')
    const deleting: Analyst = {
      ...model,
      analyze: async (about) => {
        await write('one', { deleted: true })
        return model.analyze(about)
      },
    }
    await expect(analyzed(deleting)).rejects.toEqual(refused(404))
    expect(await read()).not.toHaveProperty('aiSuggestions')
  })

  test('a preview returns the request to the model, but sends no request and stores nothing', async () => {
    await write('one')
    const before = await read()
    const requests = await requestsWhile(async () => {
      const answer = await analyze({ logId: 'one', preview: true }, 'alice', { ...deps(), analyst: model })
      if (!('preview' in answer)) throw new Error('no preview')
      expect(answer.preview.model).toBe(DEFAULT_MODEL_IDS.fast)
      expect(answer.preview.data).toContain('A signal from the north.')
    })
    expect(requests).toEqual([])
    expect(await read()).toEqual(before)
  })
})

describe('requestLogAnalysis rejects invalid requests', () => {
  test.each<[what: string, about: DocumentData | undefined, status: number, message: RegExp]>([
    ['a missing entry', undefined, 404, /Log not found/],
    ['a deleted entry', { deleted: true }, 404, /Log not found/],
    ['an EYES ONLY entry', { eyesOnly: true }, 403, /EYES ONLY/],
    ['an entry without text', { content: '  ' }, 400, /no text/],
  ])('rejects %s without sending a request to the model', async (_, about, status, message) => {
    if (about) await write('one', about)
    const requests = await requestsWhile(() => expect(analyzed()).rejects.toEqual(refused(status, message)))
    expect(requests, 'the requests to the model').toEqual([])
  })

  test('rejects a user who has switched AI off', async () => {
    await write('one')
    await settings({ aiEnabled: false })
    const requests = await requestsWhile(() => expect(analyzed()).rejects.toEqual(refused(403, /switched off/)))
    expect(requests).toEqual([])
  })

  test('rejects the analysis and the suggestions of a user who does not own the entry', async () => {
    await write('one')
    await expect(analyzeBy(model, 'one', 'bob')).rejects.toEqual(refused(404))
    await expect(apply(request('one'), 'bob', deps())).rejects.toEqual(refused(404))
  })

  test('rejects the eleventh analysis in a minute, and accepts an analysis in the next minute', async () => {
    await write('one')
    for (let count = 0; count < QUOTA_LIMITS.analysis.perMinute; count++) {
      await analyzed(offlineOrAnyway)
      now += 1000
    }
    const requests = await requestsWhile(() =>
      expect(analyzed()).rejects.toMatchObject({ status: 429, retryAfter: 50 }),
    )
    expect(requests).toEqual([])
    now = START + 60_000
    expect((await analyzed(offlineOrAnyway)).success).toBe(true)
  })

  test('rejects the 101st analysis of a day, and accepts an analysis on the next day', async () => {
    await write('one')
    const day = Math.floor(now / DAY_MS)
    await db
      .doc('quotas/alice')
      .set({ analysis: { recent: [], day, inDay: QUOTA_LIMITS.analysis.perDay - 1, lease: null } })
    expect((await analyzed(offlineOrAnyway)).success).toBe(true)
    now += 61_000
    await expect(analyzed()).rejects.toEqual(refused(429, /tomorrow/))
    now = Math.ceil(now / DAY_MS) * DAY_MS
    expect((await analyzed(offlineOrAnyway)).success).toBe(true)
  })

  test('rejects every analysis when all users together have reached the daily limit', async () => {
    await write('one')
    const shard = `quotaDays/${Math.floor(now / DAY_MS)}-analysis-0`
    await db.doc(shard).set({ count: 500, day: Math.floor(now / DAY_MS) })
    await expect(analyzed()).rejects.toEqual(refused(503, /used up/))
    expect((await deleteOldCounts({ db, now: () => now, onError: throwUnexpected })).done).toBe(0)
    now += DAY_MS
    expect((await analyzed(offlineOrAnyway)).success).toBe(true)
    expect(
      (await deleteOldCounts({ db, now: () => now, onError: throwUnexpected })).done,
      'the deleted counts of the day before',
    ).toBe(1)
  })

  test('rejects all but one of twenty concurrent analyses of one user', async () => {
    await write('one')
    const others = Promise.withResolvers<void>()
    const slow: Analyst = {
      ...model,
      analyze: async (about) => {
        await others.promise
        return model.analyze(about)
      },
    }
    const requests = await requestsWhile(async () => {
      const failed: unknown[] = []
      const all = Array.from({ length: 20 }, () =>
        analyzed(slow).catch((error: unknown) => {
          if (failed.push(error) === 19) others.resolve()
        }),
      )
      await Promise.all(all)
      expect(failed).toHaveLength(19)
      for (const reason of failed) expect(reason).toEqual(refused(429, 'Analysis already in progress'))
    })
    expect(requests).toHaveLength(1)
  })

  test('accepts an analysis when the lease of a crashed instance has expired', async () => {
    await write('one')
    await db
      .doc('quotas/alice')
      .set({ analysis: { recent: [], day: 0, inDay: 0, lease: { id: 'dead', until: now + 40_000 } } })
    await expect(analyzed()).rejects.toEqual(refused(429))
    now += 40_000
    expect((await analyzed(offlineOrAnyway)).success).toBe(true)
  })
})

describe('applyAiSuggestions', () => {
  test('replaces level, goals and tags, marks the suggestions as applied and keeps the text', async () => {
    await write('one', { goals: ['old'], tags: ['old'] })
    await analyzed()
    const before = await read()
    await apply(request('one'), 'alice', deps())
    expect(await read()).toEqual({
      ...before,
      logLevel: 'INTEL',
      goals: ['Verify'],
      tags: ['signal'],
      aiSuggestions: { ...before?.['aiSuggestions'], applied: true },
      updatedAt: expect.any(Timestamp),
      lastUpdated: expect.any(Timestamp),
    })
  })

  test.each<[what: string, about: DocumentData | undefined, status: number]>([
    ['a missing entry', undefined, 404],
    ['a deleted entry', { deleted: true, aiSuggestions: {} }, 404],
    ['an entry without suggestions', {}, 409],
  ])('rejects the application of suggestions to %s', async (_, about, status) => {
    if (about) await write('one', about)
    const before = await read()
    await expect(apply(request('one'), 'alice', deps())).rejects.toEqual(refused(status))
    expect(await read()).toEqual(before)
  })

  test('rejects the 61st application of suggestions within a minute', async () => {
    await write('one')
    for (let count = 0; count < QUOTA_LIMITS.apply.perMinute; count++)
      await apply(request('one'), 'alice', deps()).catch(() => {})
    await expect(apply(request('one'), 'alice', deps())).rejects.toEqual(refused(429))
  })
})

describe.each(['obedient fake model', 'offline analyst'])('prompt injection with the %s', (who) => {
  const AT_ONCE = 10
  test.each(INJECTIONS.flatMap((_, index) => (index % AT_ONCE === 0 ? [index] : [])))(
    'changes only the suggestions of the entry (ten of fifty injections, starting at index %d)',
    async (first) => {
      await settings({ minimumConfidence: 0.1, note: 'unchanged' })
      await write('bystander', {}, 'bob')
      await write('neighbor')
      const others = ['users/bob/logs/bystander', 'users/alice/logs/neighbor', 'users/alice/private/settings']
      const before = await Promise.all(others.map(read))
      let suggested = 0
      for (const [index, order] of INJECTIONS.slice(first, first + AT_ONCE).entries()) {
        const id = `order-${index}`
        await write(id, { content: who === 'offline analyst' ? order : `${order}\nscript:obey` })
        const written = await read(`users/alice/logs/${id}`)
        const analysis = analyzeBy(who === 'offline analyst' ? offlineAnalyst : model, id)
        // The offline analyst rejects a text without keywords, because its confidence is low.
        await analysis.catch((error: unknown) =>
          expect(error).toEqual(refused(409, 'Analysis confidence below threshold')),
        )
        const { aiSuggestions = NONE, lastUpdated: _, ...rest } = (await read(`users/alice/logs/${id}`)) ?? {}
        const { lastUpdated: __, ...restBefore } = written ?? {}
        if (aiSuggestions !== NONE) suggested++
        expect(rest, order).toEqual(restBefore)
        expect(aiSuggestions.suggestedTags.length, order).toBeLessThanOrEqual(5)
        for (const tag of aiSuggestions.suggestedTags) expect(tag, order).toMatch(/^[\p{L}\p{N}\p{M}_/-]{1,50}$/u)
        for (const goal of aiSuggestions.suggestedGoals) expect(goal.length, order).toBeLessThanOrEqual(200)
        expect(aiSuggestions.confidence, 'the confidence, too low for automatic application').toBeLessThanOrEqual(0.9)
        now += 61_000
      }
      expect(suggested, 'the number of entries with suggestions').toBeGreaterThanOrEqual(
        who === 'offline analyst' ? AT_ONCE / 2 : AT_ONCE,
      )
      expect(await Promise.all(others.map(read))).toEqual(before)
    },
  )
})

test('the list contains fifty prompt injections', () => expect(INJECTIONS).toHaveLength(50))

const NONE = { suggestedTags: [], suggestedGoals: [], confidence: 0 }

/** An analyst that returns a fixed answer. Its analyses count toward the quota but send no request to the model. */
const offlineOrAnyway: Analyst = {
  source: 'offline',
  preview: offlineAnalyst.preview,
  analyze: () =>
    Promise.resolve({
      answer: { suggestedLogLevel: 'INTEL', suggestedGoals: [], suggestedTags: [], confidence: 0.8 },
      tokens: null,
    }),
}

const request = (logId: string) => ({
  logId,
  suggestions: { suggestedLogLevel: 'INTEL' as const, suggestedGoals: ['Verify'], suggestedTags: ['signal'] },
})
