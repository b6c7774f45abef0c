import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The configuration as a process with this environment has it. */
async function configured(environment: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return import('../../functions/src/configuration.ts')
}

beforeEach(() => {
  vi.stubEnv('GCLOUD_PROJECT', 'sitrep-prod')
  vi.stubEnv('FIREBASE_CONFIG', '{"projectId":"sitrep-prod"}')
  vi.stubEnv('GEMINI_API_KEY', '')
  vi.stubEnv('FUNCTIONS_EMULATOR', '')
  vi.stubEnv('APP_ORIGINS', '')
})
afterEach(() => vi.unstubAllEnvs())

describe('who analyses', () => {
  test('a model where there is a key, deployed or not', async () => {
    for (const emulator of ['', 'true']) {
      const { analyst } = await configured({ GEMINI_API_KEY: 'key', FUNCTIONS_EMULATOR: emulator })
      expect(analyst().source).toBe('model')
    }
  })

  test('without one the machine of a developer itself', async () => {
    const { analyst } = await configured({ FUNCTIONS_EMULATOR: 'true' })
    expect(analyst().source).toBe('offline')
  })

  test('deployed without one nobody, and it says what to set', async () => {
    const { analyst } = await configured({})
    expect(() => analyst()).toThrow(
      expect.objectContaining({ status: 503, message: expect.stringContaining('GEMINI_API_KEY') }),
    )
  })
})

describe('where calls may come from', () => {
  test('deployed: the addresses of the app alone', async () => {
    const { origins } = await configured({ APP_ORIGINS: ' https://log.example.org, https://b.example ' })
    expect(origins('http://127.0.0.1:5173')).toEqual([
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
  ])('on a developer’s machine also %s: %s', async (origin, may) => {
    const { origins } = await configured({ FUNCTIONS_EMULATOR: 'true' })
    expect(origins(origin).includes(origin)).toBe(may)
  })
})
