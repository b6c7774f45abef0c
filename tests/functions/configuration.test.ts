import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { SPEECH_KEY, SPEECH_TOKEN, startFakeSpeech, SPEECH_MP3_BASE64 } from '#tests/support/speech.ts'
import { modelIds } from '../../scripts/modelIds.ts'

/** Loads functions/src/configuration.ts with these environment variables. */
async function configured(environment: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return import('../../functions/src/configuration.ts')
}

/** Fakes the metadata server of Google Cloud. */
async function metadataStandIn() {
  const server = createServer((request, response) => {
    const isToken = request.url?.startsWith('/computeMetadata/v1/instance/service-accounts/default/token') === true
    response
      .writeHead(isToken || request.url?.startsWith('/computeMetadata/v1/instance') ? 200 : 404, {
        'metadata-flavor': 'Google',
        'content-type': isToken ? 'application/json' : 'text/plain',
      })
      .end(isToken ? JSON.stringify({ access_token: SPEECH_TOKEN, expires_in: 3600, token_type: 'Bearer' }) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

beforeEach(() => {
  vi.stubEnv('GCLOUD_PROJECT', 'sitrep-prod')
  vi.stubEnv('FIREBASE_CONFIG', '{"projectId":"sitrep-prod"}')
  vi.stubEnv('GEMINI_API_KEY', '')
  vi.stubEnv('FUNCTIONS_EMULATOR', '')
  vi.stubEnv('APP_ORIGINS', '')
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present')
})
afterEach(() => vi.unstubAllEnvs())

describe('choosing the analyst', () => {
  test('createAnalyst returns the model analyst if a key is configured, in the emulator and when deployed', async () => {
    for (const emulator of ['', 'true']) {
      const { createAnalyst } = await configured({ GEMINI_API_KEY: 'key', FUNCTIONS_EMULATOR: emulator })
      expect(createAnalyst().source).toBe('model')
    }
  })

  test('createAnalyst returns the offline analyst if no key is configured in the emulator', async () => {
    const { createAnalyst } = await configured({ FUNCTIONS_EMULATOR: 'true' })
    expect(createAnalyst().source).toBe('offline')
  })

  test('if a deployed function has no key, createAnalyst throws an error that contains the name of the setting', async () => {
    const { createAnalyst } = await configured({})
    expect(() => createAnalyst()).toThrow(
      expect.objectContaining({ status: 503, message: expect.stringContaining('GEMINI_API_KEY') }),
    )
  })
})

test.each([
  ['fast', 'gemini-2.5-flash'],
  ['powerful', 'gemini-4-argon'],
] as const)('an environment variable sets the id of the %s model to %s', async (model, id) => {
  const { createAnalyst } = await configured({ GEMINI_API_KEY: 'key', [`GEMINI_${model.toUpperCase()}_MODEL`]: id })
  const entry = { content: 'x', level: 'FIELD', goals: [], tags: [], time: 0, timeZone: 'UTC', knownTags: [] } as const
  expect(createAnalyst().preview({ ...entry, settings: { ...DEFAULT_AI_SETTINGS, model } }).model).toBe(id)
})

test('the build of the app uses the model ids from the environment files of the functions', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitrep-functions-'))
  const none = { VITE_GEMINI_FAST_MODEL: '', VITE_GEMINI_POWERFUL_MODEL: '' }
  expect(modelIds(folder, 'sitrep-prod')).toEqual(none)
  writeFileSync(
    path.join(folder, '.env'),
    'GEMINI_FAST_MODEL=gemini-2.5-flash # until then\nAPP_ORIGINS=https://a.example\n',
  )
  writeFileSync(path.join(folder, '.env.other'), 'GEMINI_POWERFUL_MODEL=gemini-4-argon\n')
  expect(modelIds(folder, 'sitrep-prod')).toEqual({ ...none, VITE_GEMINI_FAST_MODEL: 'gemini-2.5-flash' })
  writeFileSync(path.join(folder, '.env.sitrep-prod'), 'GEMINI_FAST_MODEL="gemini-3.6-flash"\n')
  expect(modelIds(folder, 'sitrep-prod')).toEqual({ ...none, VITE_GEMINI_FAST_MODEL: 'gemini-3.6-flash' })
  rmSync(folder, { recursive: true })
})

describe('choosing the transcriber and the speech synthesizer', () => {
  test.each([
    ['', /set the secret GEMINI_API_KEY/],
    ['true', /Add a line GEMINI_API_KEY=… to functions\/\.secret\.local/],
  ])(
    'createTranscriber without a key throws an error that explains where to set GEMINI_API_KEY (emulator: %j)',
    async (emulator, message) => {
      const { createTranscriber } = await configured({ FUNCTIONS_EMULATOR: emulator })
      expect(() => createTranscriber()).toThrow(
        expect.objectContaining({ status: 503, message: expect.stringMatching(message) }),
      )
    },
  )

  test('createTranscriber returns the model transcriber if a key is configured, in the emulator and when deployed', async () => {
    for (const emulator of ['', 'true']) {
      const { createTranscriber } = await configured({ GEMINI_API_KEY: 'key', FUNCTIONS_EMULATOR: emulator })
      expect(createTranscriber()).toHaveProperty('transcribe')
    }
  })

  test('a deployed speech synthesizer authenticates with the token of the service account', async () => {
    const [google, service] = [await metadataStandIn(), await startFakeSpeech()]
    const { createSpeechSynthesizer } = await configured({
      GCE_METADATA_HOST: google.host,
      SPEECH_BASE_URL: service.url,
    })
    expect(await createSpeechSynthesizer()?.synthesize('x', 'en-US')).toBe(SPEECH_MP3_BASE64)
    await Promise.all([google.close(), service.close()])
  })

  test('in the emulator, the speech synthesizer uses the configured key and address, and is undefined without a key', async () => {
    const service = await startFakeSpeech()
    const { createSpeechSynthesizer } = await configured({
      FUNCTIONS_EMULATOR: 'true',
      SPEECH_API_KEY: SPEECH_KEY,
      SPEECH_BASE_URL: service.url,
    })
    expect(await createSpeechSynthesizer()?.synthesize('x', 'en-US')).toBe(SPEECH_MP3_BASE64)
    await service.close()
    const { createSpeechSynthesizer: silent } = await configured({ FUNCTIONS_EMULATOR: 'true', SPEECH_API_KEY: '' })
    expect(silent()).toBeUndefined()
  })
})

describe('allowed origins', () => {
  test("origins returns only the app's own addresses when the functions are deployed", async () => {
    const { allowedOrigins } = await configured({ APP_ORIGINS: ' https://log.example.org, https://b.example ' })
    expect(allowedOrigins('http://127.0.0.1:5173')).toEqual([
      'https://sitrep-prod.web.app',
      'https://sitrep-prod.firebaseapp.com',
      'https://log.example.org',
      'https://b.example',
    ])
  })

  test.each([
    ['http://127.0.0.1:5173', true],
    ['http://localhost:80', true],
    ['http://127.0.0.1.evil.example', false],
    ['http://evil.example', false],
    ['https://localhost.evil.example', false],
  ])('in the emulator, the list of origins includes %s: %s', async (origin, may) => {
    const { allowedOrigins } = await configured({ FUNCTIONS_EMULATOR: 'true' })
    expect(allowedOrigins(origin).includes(origin)).toBe(may)
  })
})
