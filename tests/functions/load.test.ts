/* Tests one instance under load: the deployed bundle, real tokens, the local Firestore, a model that takes 300 ms. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deleteApp, initializeApp, type App } from 'firebase-admin/app'
import { getFirestore, type Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { DEFAULT_MODEL_IDS } from '#domain/analysis/aiModels.ts'
import { PROJECT, startBackend, type Backend } from '#local/backend.ts'
import { entryDocument } from '#tests/support/functionsDatabase.ts'
import { startFakeGemini, FAKE_API_KEY, type FakeGemini } from '#tests/support/gemini.ts'
import { startFunctionInstance, type FunctionInstance } from '#tests/support/instance.ts'
import { enduranceLength } from '#tests/support/testLength.ts'

const PEOPLE = enduranceLength(40, 600)
const MODEL_TAKES_MS = 300
const STEADY = { perSecond: enduranceLength(10, 50), seconds: enduranceLength(2, 600) }
const BURST = { perSecond: 500, seconds: enduranceLength(1, 30) }
/** Interval for deleting the daily count of analyses of all users, because this load would reach the daily limit. */
const COUNTED_ANEW_MS = 20_000
const MAX_MEMORY = 400 * 2 ** 20
const RECOVERED_WITHIN_MS = 5000
/**
 * Maximum time of a call in the queue, in milliseconds. Google's limit is longer, but here the measured memory includes
 * the queue.
 */
const WAITS_MS = 1000

const SignedUp = z.object({ idToken: z.string(), localId: z.string() })

let folder: string
let backend: Backend
let gemini: FakeGemini
let instance: FunctionInstance
let app: App
let db: Firestore
let people: readonly z.infer<typeof SignedUp>[]

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-load-'))
  gemini = await startFakeGemini(0, MODEL_TAKES_MS)
  backend = await startBackend({
    root: process.cwd(),
    dataFolder: folder,
    onFailure: (message) => console.error(message),
  })
  const { ports } = backend
  process.env['METADATA_SERVER_DETECTION'] = 'none'
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${ports.firestore}`
  const environment = {
    GCLOUD_PROJECT: PROJECT,
    FUNCTIONS_EMULATOR: 'true',
    METADATA_SERVER_DETECTION: 'none',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.auth}`,
    GEMINI_API_KEY: FAKE_API_KEY,
    GEMINI_FAST_MODEL: DEFAULT_MODEL_IDS.fast,
    GOOGLE_GEMINI_BASE_URL: gemini.url,
  }
  instance = await startFunctionInstance('requestLogAnalysis', environment, WAITS_MS)
  app = initializeApp({ projectId: PROJECT }, 'load')
  db = getFirestore(app)
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => signUp(index)))
}, 180_000)

afterAll(async () => {
  instance.stop()
  await db.terminate()
  await deleteApp(app)
  await backend.stop()
  await gemini.close()
  delete process.env['FIRESTORE_EMULATOR_HOST']
  rmSync(folder, { recursive: true, force: true })
})

test(
  `serves ${STEADY.perSecond} analyses per second for ${STEADY.seconds} s and survives a burst of ${BURST.perSecond} per second for ${BURST.seconds} s`,
  async () => {
    const anew = setInterval(() => void db.recursiveDelete(db.collection('quotaDays')), COUNTED_ANEW_MS)
    const memory: number[] = []
    const watch = setInterval(() => void instance.memory().then(({ resident }) => memory.push(resident)), 1000)
    try {
      const steady = await load(STEADY)
      const burst = await load(BURST)
      const recovered = await recovery()
      console.warn(
        JSON.stringify({
          steady: figures(steady),
          burst: figures(burst),
          recoveredAfterMs: recovered,
          memoryMiB: Math.round(Math.max(...memory) / 2 ** 20),
        }),
      )
      expect(new Set(steady.map(({ status }) => status))).toEqual(new Set([200]))
      for (const { status } of burst) expect([200, 429, 503]).toContain(status)
      expect(recovered).toBeLessThan(RECOVERED_WITHIN_MS)
      expect(Math.max(...memory)).toBeLessThan(MAX_MEMORY)
    } finally {
      clearInterval(anew)
      clearInterval(watch)
    }
  },
  (STEADY.seconds + BURST.seconds + 120) * 1000,
)

type Answer = { readonly status: number; readonly took: number }

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

function ask(token: string): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve) => {
    const asked = send(
      instance.url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, took: performance.now() - began }))
      },
    )
    asked.once('error', () => resolve({ status: 0, took: performance.now() - began }))
    asked.end(JSON.stringify({ logId: 'one' }))
  })
}

/** Sends calls at a fixed rate, without waiting for the answers to earlier calls. */
async function load({ perSecond, seconds }: typeof STEADY): Promise<readonly Answer[]> {
  const answers: Promise<Answer>[] = []
  const began = performance.now()
  for (let call = 0; call < perSecond * seconds; call++) {
    const due = began + (call * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    answers.push(ask(people[call % people.length]?.idToken ?? ''))
  }
  return Promise.all(answers)
}

/** Calls the function until a call succeeds, each time as a new user. Returns the elapsed milliseconds. */
async function recovery(): Promise<number> {
  const began = performance.now()
  for (let index = 0; performance.now() - began < RECOVERED_WITHIN_MS; index++) {
    const { idToken } = await signUp(PEOPLE + index)
    if ((await ask(idToken)).status === 200) break
  }
  return performance.now() - began
}

function figures(answers: readonly Answer[]) {
  const times = answers.map(({ took }) => took).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN)
  const statuses = Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
  return { calls: answers.length, statuses, p50: at(0.5), p95: at(0.95), worst: at(1) }
}

/** Creates an account with one entry. */
async function signUp(index: number): Promise<z.infer<typeof SignedUp>> {
  const answer = await fetch(
    `http://127.0.0.1:${backend.ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `load-${index}@example.org`,
        password: 'correct horse',
        returnSecureToken: true,
      }),
    },
  )
  const person = SignedUp.parse(await answer.json())
  await db.doc(`users/${person.localId}/logs/one`).set(entryDocument({ userId: person.localId }))
  return person
}
