/*
 * Tests which request bodies the built functions read, keep in memory and log. The functions run in Google's functions
 * framework, as when they are deployed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { deleteApp, initializeApp, type App } from 'firebase-admin/app'
import { getFirestore, type Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROJECT, startBackend, type Backend } from '#local/backend.ts'
import { newAccount, tokenOf } from '#tests/support/accounts.ts'
import { entryDocument } from '#tests/support/functionsDatabase.ts'
import { ebmlElement, webmOf } from '#tests/support/recordings.ts'
import { startFunctionInstance, type FunctionInstance } from '#tests/support/instance.ts'

const MIB = 2 ** 20
const APP = `https://${PROJECT}.web.app`
const TARGETS = ['requestLogAnalysis', 'processVoiceCommand'] as const
type Target = (typeof TARGETS)[number]
const TYPES: { readonly [Name in Target]: string } = {
  requestLogAnalysis: 'application/json',
  processVoiceCommand: 'audio/webm',
}
/** Maximum growth of an instance's memory, in bytes. An instance has 512 MiB and uses about 150 MiB after its start. */
const MAX_GROWTH = 128 * MIB

/** How long a call may wait in the queue of an instance: longer than any test, so that no call is rejected. */
const WAITS_MS = 600_000

// On a busy machine, creating large bodies takes long.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let backend: Backend
let token: string
let app: App
let db: Firestore
const instances = new Map<Target, FunctionInstance>()

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-framework-'))
  backend = await startBackend({
    root: process.cwd(),
    dataFolder: folder,
    onFailure: (message) => console.error(message),
  })
  vi.stubEnv('E2E_AUTH', `http://127.0.0.1:${backend.ports.auth}`)
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${backend.ports.firestore}`)
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  app = initializeApp({ projectId: PROJECT }, 'framework')
  db = getFirestore(app)
  token = await tokenOf(await newAccount())
  await Promise.all(
    TARGETS.map(async (target) => {
      const environment = {
        GCLOUD_PROJECT: PROJECT,
        FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT }),
        FUNCTIONS_EMULATOR: 'true',
        // The tests never call the model, but the function would reject recordings unread if no key were set.
        GEMINI_API_KEY: 'none',
        FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${backend.ports.auth}`,
      }
      instances.set(target, await startFunctionInstance(target, environment, WAITS_MS))
    }),
  )
}, 180_000)

afterAll(async () => {
  for (const instance of instances.values()) instance.stop()
  await db.terminate()
  await deleteApp(app)
  await backend.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function instanceOf(target: Target): FunctionInstance {
  const instance = instances.get(target)
  if (!instance) throw new Error(`${target} did not start`)
  return instance
}

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }
type Sent = {
  readonly method?: string
  readonly at?: string
  readonly signed?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The chunks of the body. If there are several, the request has no Content-Length header. */
  readonly parts?: readonly Uint8Array[]
}

function ask(target: Target, { method = 'POST', at = '/', signed = true, headers = {}, parts = [] }: Sent) {
  const [only, ...others] = parts
  return new Promise<Answer>((resolve, reject) => {
    const sent = send(
      `${instanceOf(target).url}${at}`,
      {
        method,
        headers: {
          origin: APP,
          'content-type': TYPES[target],
          ...(signed ? { authorization: `Bearer ${token}` } : {}),
          ...(others.length === 0 ? { 'content-length': String(only?.byteLength ?? 0) } : {}),
          ...headers,
        },
      },
      (answer) => {
        const read: Buffer[] = []
        answer.on('data', (part: Buffer) => read.push(part))
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(read).toString() })
          sent.destroy()
        })
      },
    )
    sent.once('error', reject)
    for (const part of parts) sent.write(part)
    if (!headers['content-length']) sent.end()
  })
}

/**
 * Expects an error in this project's format, not the framework's. The answer contains a request id and CORS headers
 * that allow pages of the app to read the answer.
 */
function expectRejected({ status, headers, text }: Answer, expected: number): void {
  expect([status, text]).toEqual([expected, expect.stringMatching(/^\{"error":"[^"]+","requestId":"[\w-]{36}"\}$/)])
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': APP,
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  })
}

async function growthOf(target: Target, run: () => Promise<unknown>): Promise<number> {
  const before = await instanceOf(target).memory()
  await run()
  const after = await instanceOf(target).memory()
  return after.peak - before.resident
}

describe.each(TARGETS)('the built function %s', (target) => {
  const zeros = () => Buffer.alloc(256 * MIB)
  const BOMBS: readonly [encoding: string, body: () => Uint8Array][] = [
    ['gzip', () => gzipSync(zeros(), { level: 1 })],
    ['deflate', () => deflateSync(zeros(), { level: 1 })],
    ['br', () => brotliCompressSync(zeros(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ]

  test.each(BOMBS)(
    'does not decompress a body of 256 MiB in the encoding %s, with or without a valid token',
    async (encoding, body) => {
      const parts = [body()]
      const headers = { 'content-encoding': encoding }
      const growth = await growthOf(target, async () => {
        expectRejected(await ask(target, { signed: false, headers, parts }), 401)
        expectRejected(await ask(target, { headers, parts: [parts[0]?.subarray(0, 60_000) ?? new Uint8Array()] }), 415)
      })
      expect(growth).toBeLessThan(MAX_GROWTH)
    },
  )

  test.each([false, true])(
    'does not keep sixteen concurrent bodies of 31 MiB in memory (signed in: %s)',
    async (signed) => {
      const parts = [Buffer.alloc(31 * MIB)]
      const growth = await growthOf(target, async () => {
        const answers = await Promise.all(Array.from({ length: 16 }, () => ask(target, { signed, parts })))
        for (const answer of answers) expectRejected(answer, signed ? 413 : 401)
      })
      expect(growth).toBeLessThan(MAX_GROWTH)
    },
  )

  test('stops reading a body without a Content-Length at the size limit', async () => {
    const parts = Array.from({ length: 31 }, () => Buffer.alloc(MIB))
    const growth = await growthOf(target, async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask(target, { parts })))
      for (const answer of answers) expectRejected(answer, 413)
    })
    expect(growth).toBeLessThan(MAX_GROWTH)
  })

  test('answers without waiting for the body if its Content-Length is too large or the token is missing', async () => {
    const headers = { 'content-length': String(20 * MIB) }
    expectRejected(await ask(target, { headers, parts: [Buffer.alloc(9)] }), 413)
    expectRejected(
      await ask(target, { signed: false, headers: { 'content-length': '9' }, parts: [Buffer.alloc(1)] }),
      401,
    )
  })
})

test('the connection is usable after a request whose body was not read', async () => {
  const { url } = instanceOf('requestLogAnalysis')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const [body, status] of [
    ['x'.repeat(MIB), 413],
    ['{', 400],
  ] as const)
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status)
})

describe('invalid bodies', () => {
  const SECRET = 'what I wrote in my journal'
  test.each<[what: string, type: string, body: string, status: number]>([
    ['broken JSON', 'application/json', `{"${SECRET}`, 400],
    ['JSON that is not an object', 'application/json', `"${SECRET}"`, 400],
    ['an unknown charset', 'application/json; charset=foo', `{"logId":"${SECRET}"}`, 415],
    ['another charset', 'application/json; charset=utf-16', `{"logId":"${SECRET}"}`, 415],
    ['a CloudEvent', 'application/cloudevents+json', `{"${SECRET}`, 415],
    ['plain text', 'text/plain', SECRET, 415],
    ['plain text in an unknown charset', 'text/plain; charset=foo', SECRET, 415],
    ['a form with too many fields', 'application/x-www-form-urlencoded', `${SECRET}=1&`.repeat(2000), 415],
    ['a form that is nested too deeply', 'application/x-www-form-urlencoded', `a${'[a]'.repeat(200)}=${SECRET}`, 415],
    ['a body without a content type', '', SECRET, 415],
  ])("rejects %s with this project's error format and does not log the body", async (_, type, body, status) => {
    const answer = await ask('requestLogAnalysis', { headers: { 'content-type': type }, parts: [Buffer.from(body)] })
    expectRejected(answer, status)
    expect(answer.text).not.toContain('journal')
    expect(instanceOf('requestLogAnalysis').output()).not.toContain('journal')
  })

  test.each(['/%ff', '/favicon.ico', '/robots.txt', '/a/b?c[d]=e'])(
    'treats the path %s like any other path and rejects a request without a token',
    async (at) => {
      expectRejected(await ask('requestLogAnalysis', { at, signed: false }), 401)
    },
  )
})

test('rejects recordings of one-byte packets without using much memory, and counts the recordings in the quota', async () => {
  const block = ebmlElement('a3', Uint8Array.of(0x81, 0, 0, 0x80, 0x78))
  const bytes = Buffer.concat([webmOf([]), Buffer.alloc(10_000_000, block)])
  const account = await newAccount()
  const headers = { authorization: `Bearer ${await tokenOf(account)}` }
  const growth = await growthOf('processVoiceCommand', async () => {
    for (let count = 0; count < 4; count++)
      expectRejected(await ask('processVoiceCommand', { headers, parts: [bytes] }), 413)
  })
  expect(growth).toBeLessThan(MAX_GROWTH)
  expect((await db.doc(`quotas/${account.uid}`).get()).get('voice.inDay')).toBe(4)
})

test('answers fifty concurrent previews of one account or rejects them with 429, and counts each answered preview in the quota', async () => {
  const account = await newAccount()
  await db.doc(`users/${account.uid}/logs/one`).set(entryDocument({ userId: account.uid }))
  const headers = { authorization: `Bearer ${await tokenOf(account)}` }
  const parts = [Buffer.from(JSON.stringify({ logId: 'one', preview: true }))]
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('requestLogAnalysis', { headers, parts })))
  const previewed = answers.filter(({ status }) => status === 200)
  for (const answer of answers) if (!previewed.includes(answer)) expectRejected(answer, 429)
  expect((await db.doc(`quotas/${account.uid}`).get()).get('preview.inDay')).toBe(previewed.length)
  expect(previewed.length).toBeGreaterThanOrEqual(20)
})
