import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { PROJECT, startBackend } from '#local/backend.ts'
import { startFakeGemini, FAKE_API_KEY } from '#tests/support/gemini.ts'
import { recordResult } from './results.ts'

/*
 * `npm run bench -- functions`: measures calls to the functions in the local emulator, over HTTP, with tokens of the
 * Auth emulator. A fake model that answers immediately replaces Gemini, so the results exclude the model's time. The
 * benchmark also measures the time and memory of a cold start.
 */
const USERS = 20
/** The number of analyses for each user. It is below the rate limit, ten analyses per minute. */
const CALLS_EACH = 8

const SignedUp = z.object({ idToken: z.string(), localId: z.string() })

const root = path.resolve(import.meta.dirname, '..')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'sitrep-bench-'))
const gemini = await startFakeGemini()
process.env['GEMINI_API_KEY'] = FAKE_API_KEY
process.env['GOOGLE_GEMINI_BASE_URL'] = gemini.url
const backend = await startBackend({
  root,
  dataFolder,
  onFailure: (message) => console.error(message),
})
const { ports } = backend
const documents = `projects/${PROJECT}/databases/(default)/documents`

const users = await Promise.all(Array.from({ length: USERS }, (_, index) => signUp(index)))
const SUGGESTIONS = { suggestedLogLevel: 'INTEL', suggestedGoals: ['Verify'], suggestedTags: ['signal'] }
const rows = [
  ['requestLogAnalysis', 'analysisCall', (logId: string) => ({ logId })],
  ['requestLogAnalysis, preview', 'previewCall', (logId: string) => ({ logId, preview: true })],
  ['applyAiSuggestions', 'applyCall', (logId: string) => ({ logId, suggestions: SUGGESTIONS })],
] as const
console.log('function'.padEnd(30), 'calls', '  p50 ms', '  p95 ms')
for (const [title, name, body] of rows) {
  const function_ = title.split(',', 1)[0] ?? ''
  await call(function_, users[0], body)
  const times: number[] = []
  for (let turn = 1; turn < CALLS_EACH; turn++)
    for (const person of users) times.push(await call(function_, person, body))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  const shown = [at(0.5), at(0.95)].map((took) => took.toFixed(1).padStart(8))
  console.log(title.padEnd(30), String(times.length).padStart(5), ...shown)
  recordResult(name, at(0.95))
}
await backend.stop()
await gemini.close()
rmSync(dataFolder, { recursive: true, force: true })

const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', coldStart()], {
  cwd: path.join(root, 'functions'),
  env: { ...process.env, GCLOUD_PROJECT: PROJECT, FUNCTIONS_EMULATOR: 'true' },
})
const Start = z.object({ took: z.number(), memory: z.number(), modelTook: z.number() })
const start = Start.parse(JSON.parse(stdout.toString()))
recordResult('coldStart', start.took)
recordResult('coldMemory', start.memory / 1_000_000)
recordResult('firstAnalysis', start.modelTook)

async function call(name: string, user: z.infer<typeof SignedUp> | undefined, body: (logId: string) => object) {
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${ports.functions}/${PROJECT}/europe-west4/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user?.idToken}` },
    body: JSON.stringify(body('one')),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
  return performance.now() - started
}

/** Creates a user with one entry. */
async function signUp(index: number): Promise<z.infer<typeof SignedUp>> {
  const post = async (url: string, body: object, headers = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  const user = SignedUp.parse(
    await post(`http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
      email: `bench-${index}@example.org`,
      password: 'correct horse',
      returnSecureToken: true,
    }),
  )
  const now = { timestampValue: new Date().toISOString() }
  const fields = {
    userId: { stringValue: user.localId },
    content: { stringValue: 'A signal from the north.' },
    logLevel: { stringValue: 'FIELD' },
    timestamp: now,
    lastUpdated: now,
    deleted: { booleanValue: false },
  }
  const update = { name: `${documents}/users/${user.localId}/logs/one`, fields }
  await post(
    `http://127.0.0.1:${ports.firestore}/v1/${documents}:commit`,
    { writes: [{ update }] },
    { authorization: 'Bearer owner' },
  )
  return user
}

/**
 * Returns a script that measures two parts of a cold start: loading the bundle, and then loading the SDK of the model.
 */
function coldStart(): string {
  return `
    const started = performance.now()
    await import('./lib/index.js')
    const took = performance.now() - started, memory = process.memoryUsage().rss
    const then = performance.now()
    await import('@google/genai')
    console.log(JSON.stringify({ took, memory, modelTook: performance.now() - then }))
  `
}
