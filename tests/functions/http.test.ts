/* Tests over real HTTP the checks that precede every function: CORS, token, content type, size and schema. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AnalysisRequest, ApplyRequest } from '#domain/api.ts'
import { ErrorReport } from '#domain/errorReport.ts'
import { useFunctionsDatabase, entryDocument } from '#tests/support/functionsDatabase.ts'
import { APP_ORIGIN, httpDeps, serveEndpoint, TOKEN, type RequestOptions } from '#tests/support/serveEndpoint.ts'
import { handle as apply } from '../../functions/src/applyAiSuggestions.ts'
import { createJsonBodyReader } from '../../functions/src/bodies.ts'
import { HttpError } from '../../functions/src/httpError.ts'
import { createEndpoint } from '../../functions/src/http.ts'
import { offlineAnalyst } from '../../functions/src/offlineAnalyst.ts'
import { handle as logReport } from '../../functions/src/reportError.ts'
import { handle as analyze } from '../../functions/src/requestLogAnalysis.ts'
import { tokenVerifier } from '../../functions/src/tokens.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SIGNED = { ...JSON_TYPE, authorization: `Bearer ${TOKEN}` }
const deps = httpDeps()
const { lines } = deps
beforeEach(() => void lines.splice(0))

describe('an endpoint', () => {
  const Schema = z.object({ word: z.string() })
  let failure: Error | undefined
  let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
  beforeAll(async () => {
    endpoint = await serveEndpoint(
      createEndpoint(
        'echo',
        createJsonBodyReader(Schema),
        async ({ word }, uid) => {
          if (failure) throw failure
          return { success: true, word, uid }
        },
        deps,
      ),
    )
  })
  afterAll(() => endpoint.close())
  beforeEach(() => {
    failure = undefined
  })

  test('answers the request of a signed-in user and logs one line', async () => {
    const { status, headers, text } = await endpoint.ask({ headers: SIGNED, body: '{"word":"x"}' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ success: true, word: 'x', uid: 'alice' })
    expect(headers).toMatchObject({ 'x-request-id': 'request-1', 'cache-control': 'no-store', vary: 'Origin' })
    expect(lines).toEqual([{ call: 'echo', requestId: 'request-1', status: 200, milliseconds: 0, uid: 'alice' }])
  })

  test.each<[what: string, request: RequestOptions, status: number]>([
    ['a GET request', { method: 'GET', headers: SIGNED }, 405],
    ['a request without a token', { headers: JSON_TYPE, body: '{}' }, 401],
    ['an invalid token', { headers: { ...SIGNED, authorization: 'Bearer x.y.z' }, body: '{}' }, 401],
    ['another authentication scheme', { headers: { ...SIGNED, authorization: `Basic ${TOKEN}` }, body: '{}' }, 401],
    ['a body without a content type', { headers: { authorization: `Bearer ${TOKEN}` }, body: '{}' }, 415],
    ['a form sent as plain text', { headers: { ...SIGNED, 'content-type': 'text/plain' }, body: '{"word":"x"}' }, 415],
    [
      'JSON with its charset',
      { headers: { ...SIGNED, 'content-type': 'application/json; charset=utf-8' }, body: '{"word":"x"}' },
      200,
    ],
    [
      'JSON in another charset',
      { headers: { ...SIGNED, 'content-type': 'application/json; charset=utf-16' }, body: '{"word":"x"}' },
      415,
    ],
    ['compressed JSON', { headers: { ...SIGNED, 'content-encoding': 'gzip' }, body: '{"word":"x"}' }, 415],
    ['a body of 64 KiB', { headers: SIGNED, body: JSON.stringify({ word: 'x'.repeat(65_525) }) }, 200],
    ['a body of 64 KiB and one byte', { headers: SIGNED, body: JSON.stringify({ word: 'x'.repeat(65_526) }) }, 413],
    ['malformed JSON', { headers: SIGNED, body: '{' }, 400],
    ['an empty body', { headers: SIGNED }, 400],
    ['invalid UTF-8', { headers: SIGNED, body: Uint8Array.of(0x7b, 0xff, 0x7d) }, 400],
    ['JSON that does not match the schema', { headers: SIGNED, body: '{"word":7}' }, 400],
    ['a JSON list', { headers: SIGNED, body: '[]' }, 400],
  ])('answers %s with the documented status', async (_, request, status) => {
    const answer = await endpoint.ask(request)
    expect(answer.status).toBe(status)
    if (status !== 200)
      expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\w/), requestId: 'request-1' })
  })

  test('sends the headers Allow, WWW-Authenticate and Retry-After with the errors that need them', async () => {
    expect((await endpoint.ask({ method: 'PUT' })).headers['allow']).toBe('POST, OPTIONS')
    expect((await endpoint.ask({ body: '{}' })).headers['www-authenticate']).toBe('Bearer')
    failure = new HttpError(429, 'Later.', { retryAfter: 12.3 })
    const { status, headers } = await endpoint.ask({ headers: SIGNED, body: '{"word":"x"}' })
    expect([status, headers['retry-after']]).toEqual([429, '13'])
  })

  test('neither answers nor logs the message of an unexpected error', async () => {
    failure = new Error('the journal says: my secret')
    const { status, text } = await endpoint.ask({ headers: SIGNED, body: '{"word":"x"}' })
    expect(status).toBe(503)
    expect(text).not.toMatch(/secret|Error|at |\.ts/)
    expect(JSON.stringify(lines)).not.toContain('secret')
    expect(lines[0]?.thrown).toMatch(/^Error/)
  })

  test('CORS headers allow only pages of the app to read the answers', async () => {
    const ours = await endpoint.ask({ method: 'OPTIONS', headers: { origin: APP_ORIGIN } })
    expect(ours.status).toBe(204)
    expect(ours.headers).toMatchObject({
      'access-control-allow-origin': APP_ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Authorization, Content-Type',
    })
    for (const origin of ['https://evil.example', `${APP_ORIGIN}.evil.example`, 'null', 'http://sitrep.example'])
      for (const method of ['OPTIONS', 'POST'])
        expect(
          (await endpoint.ask({ method, headers: { ...SIGNED, origin }, body: '{"word":"x"}' })).headers,
        ).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('token verification', () => {
  const person = { uid: 'alice', firebase: { sign_in_provider: 'password' } }
  const verifier = (found: object, environment = {}) =>
    tokenVerifier({ verifyIdToken: async () => Object.assign({}, TOKEN_CLAIMS, found) }, environment)
  const failing = (code: string) =>
    tokenVerifier({ verifyIdToken: () => Promise.reject(Object.assign(new Error('x'), { code })) }, {})

  test('returns the uid of a user who is not anonymous', async () => {
    expect(await verifier(person)(TOKEN)).toBe('alice')
  })

  test.each<[what: string, claims: object]>([
    ['of an anonymous account', { firebase: { sign_in_provider: 'anonymous' } }],
    ['without a provider', { firebase: {} }],
    ['with a provider that is not a string', { firebase: { sign_in_provider: 7 } }],
    ["without Firebase's claims", { firebase: undefined }],
    ["with another type in place of Firebase's claims", { firebase: 'password' }],
    ['without a uid', { uid: '' }],
  ])('rejects a token %s', async (_, claims) => {
    await expect(verifier({ ...person, ...claims })(TOKEN)).rejects.toMatchObject({ status: 401 })
  })

  test.each(['id-token-expired', 'id-token-revoked', 'argument-error', 'user-disabled', 'user-not-found'])(
    'rejects a token with status 401 after the error auth/%s of the identity service',
    async (code) => expect(failing(`auth/${code}`)(TOKEN)).rejects.toMatchObject({ status: 401 }),
  )

  test('throws an error without a status when the token check itself fails, because the token may be valid', async () => {
    await expect(failing('auth/internal-error')(TOKEN)).rejects.not.toHaveProperty('status')
  })

  test('accepts tokens without checking their signatures only in the emulator', async () => {
    const open = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    await expect(verifier(person, open)(TOKEN)).rejects.toMatchObject({ status: 503 })
    expect(await verifier(person, { ...open, FUNCTIONS_EMULATOR: 'true' })(TOKEN)).toBe('alice')
  })
})

describe('ten thousand random bodies', () => {
  const freshDb = useFunctionsDatabase()

  const id = fc.oneof(
    fc.constantFrom('one', 'deleted', 'none', 'a/b', '..', '', '____', '__id7__'),
    fc.string({ maxLength: 130 }),
  )
  const suggestions = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        suggestedLogLevel: fc.oneof(fc.constantFrom('INTEL', 'ALERT', 'intel'), fc.jsonValue()),
        suggestedGoals: fc.oneof(fc.array(fc.string({ unit: 'binary' }), { maxLength: 22 }), fc.jsonValue()),
        suggestedTags: fc.oneof(fc.array(fc.string({ unit: 'binary' }), { maxLength: 22 }), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
  )
  const texts = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 20 })
  const apt = fc.record({
    logId: fc.constantFrom('one', 'deleted', 'none'),
    suggestions: fc.record({
      suggestedLogLevel: fc.constantFrom('INTEL', 'ALERT'),
      suggestedGoals: texts,
      suggestedTags: texts,
    }),
  })
  const place = fc.stringMatching(/^\/[\w./-]{1,20}:\d{1,3}:\d{1,3}$/)
  const errorReport = fc.record(
    {
      version: fc.constant('1.5.0'),
      name: fc.oneof(fc.constant('TypeError'), fc.jsonValue()),
      code: fc.oneof(fc.constant('permission-denied'), fc.jsonValue()),
      places: fc.oneof(fc.array(place, { maxLength: 13 }), fc.jsonValue()),
    },
    { requiredKeys: ['version', 'name', 'places'] },
  )
  const body = fc.oneof(
    { weight: 1, arbitrary: apt.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: errorReport.map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 8, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    {
      weight: 32,
      arbitrary: fc
        .record({ logId: fc.oneof(id, fc.jsonValue()), suggestions, preview: fc.jsonValue() }, { requiredKeys: [] })
        .map((value) => JSON.stringify(value)),
    },
  )

  /** A text with enough keywords for a confident analysis. */
  const REPORT = 'URGENT: the generator is broken, a leak.\n- [ ] Call Lena tomorrow'
  // The clock advances with every call, so that no call exceeds a quota.
  let time = Date.UTC(2026, 10, 20)
  const common = async () => {
    const db = await freshDb()
    await db.doc('users/alice/logs/one').set(entryDocument({ content: REPORT, aiSuggestions: { applied: false } }))
    await db.doc('users/alice/logs/deleted').set(entryDocument({ deleted: true }))
    return { db, now: () => time, newId: () => crypto.randomUUID(), random: () => 0 }
  }

  type Needs = Awaited<ReturnType<typeof common>>
  const calls: readonly [string, (needs: Needs) => ReturnType<typeof createEndpoint>][] = [
    [
      'requestLogAnalysis',
      (needs) =>
        createEndpoint(
          'requestLogAnalysis',
          createJsonBodyReader(AnalysisRequest),
          (input, uid) => analyze(input, uid, { ...needs, analyst: offlineAnalyst }),
          deps,
        ),
    ],
    [
      'applyAiSuggestions',
      (needs) =>
        createEndpoint(
          'applyAiSuggestions',
          createJsonBodyReader(ApplyRequest),
          (input, uid) => apply(input, uid, needs),
          deps,
        ),
    ],
    [
      'reportError',
      (needs) =>
        createEndpoint(
          'reportError',
          createJsonBodyReader(ErrorReport),
          (report, uid) => logReport(report, uid, { ...needs, log: () => {} }),
          deps,
        ),
    ],
  ]

  test.each(calls)(
    'the function %s answers each body with success or a 4xx error',
    async (_name, run) => {
      const endpoint = await serveEndpoint(run(await common()))
      const seen = new Set<number>()
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          time += 1_000_000
          const { status, text } = await endpoint.ask({ headers: SIGNED, body: sent })
          seen.add(status)
          expect(status).toBeLessThan(500)
          if (status !== 200) expect(text).not.toMatch(/\.ts|node_modules|stack/)
        }),
        { numRuns: 10_000 },
      )
      await endpoint.close()
      expect(seen, 'the statuses').toContain(200)
      expect(lines.some(({ thrown }) => thrown !== undefined)).toBe(false)
    },
    120_000,
  )
})

/** The claims that every token contains. */
const TOKEN_CLAIMS = {
  aud: 'sitrep',
  auth_time: 0,
  exp: 0,
  iat: 0,
  iss: '',
  sub: '',
  uid: '',
  firebase: { identities: {}, sign_in_provider: 'password' },
}
