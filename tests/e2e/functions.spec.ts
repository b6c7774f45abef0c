/* Calls the functions in the emulator over HTTP, with tokens of signed-in users. */
import { readFileSync } from 'node:fs'
import type { Request } from '@playwright/test'
import { waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { SPEECH_MP3_BASE64 } from '#tests/support/speech.ts'
import { newAccount, revokeSessions, tokenOf, type Account } from '#tests/support/accounts.ts'
import { callFunction, sendRecording } from '#tests/support/calls.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

const SUGGESTIONS = { suggestedLogLevel: 'INTEL', suggestedGoals: ['Verify'], suggestedTags: ['signal'] }
const bearer = async (account: Account) => ({ authorization: `Bearer ${await tokenOf(account)}` })

async function withEntry(content = 'A signal from the north.'): Promise<Account> {
  const account = await newAccount()
  await seed(account.uid, [{ id: 'one', content, time: Date.now() }])
  return account
}

test('lets the author of an entry analyze the entry and apply suggestions', async () => {
  const headers = await bearer(await withEntry())
  const analyzed = await callFunction('requestLogAnalysis', { logId: 'one' }, headers)
  expect(analyzed.status).toBe(200)
  expect(await analyzed.json()).toMatchObject({ success: true, suggestions: { confidence: 0.86, source: 'model' } })
  const applied = await callFunction('applyAiSuggestions', { logId: 'one', suggestions: SUGGESTIONS }, headers)
  expect(applied.status).toBe(200)
  expect(await applied.json()).toEqual({ success: true })
})

const CALLS = [
  ['requestLogAnalysis', { logId: 'one' }],
  ['applyAiSuggestions', { logId: 'one', suggestions: SUGGESTIONS }],
] as const

for (const [name, body] of CALLS)
  test.describe(name, () => {
    test('rejects a caller without a valid token', async () => {
      const forged = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"alice","uid":"alice"}')}.`.replaceAll('=', '')
      for (const authorization of ['', 'Bearer ', 'Bearer x.y.z', 'Basic eDp5', `Bearer ${forged}`]) {
        const answer = await callFunction(name, body, { authorization })
        expect(answer.status, authorization).toBe(401)
        expect(await answer.json()).toMatchObject({ error: 'User not authenticated', requestId: expect.any(String) })
      }
    })

    test('rejects a revoked token', async () => {
      const account = await withEntry()
      const headers = await bearer(account)
      await revokeSessions(account.uid)
      expect((await callFunction(name, body, headers)).status).toBe(401)
    })

    test('hides the entries of other users', async () => {
      await withEntry()
      const answer = await callFunction(name, body, await bearer(await newAccount()))
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: 'Log not found' })
    })

    test('rejects an id that contains a path, a body that is not JSON, and a body that is too large', async () => {
      const headers = await bearer(await newAccount())
      expect((await callFunction(name, { ...body, logId: 'a/b/c' }, headers)).status).toBe(400)
      const text = await callFunction(name, body, { ...headers, 'content-type': 'text/plain' })
      expect(text.status).toBe(415)
      const long = await callFunction(name, { ...body, filler: 'x'.repeat(70_000) }, headers)
      expect(long.status).toBe(413)
    })
  })

test('reports a repeated error of the app to the operator once, with its type and code locations but no journal text', async ({
  page,
}) => {
  await signIn(page, await newAccount())
  await waitUntilPreloaded(page)
  const told: Request[] = []
  page.on('request', (request) => void (request.url().endsWith('/reportError') && told.push(request)))
  await page.evaluate(() => {
    const error = new RangeError('what I wrote')
    error.stack = `RangeError: what I wrote\n    at f (${location.origin}/assets/core-x.js:1:2)`
    for (let time = 0; time < 2; time++) window.dispatchEvent(new ErrorEvent('error', { error }))
  })
  await expect.poll(async () => (await told[0]?.response())?.status()).toBe(200)
  expect(told.map((request) => request.postDataJSON())).toEqual([
    { version: '1.5.0', name: 'RangeError', places: ['/assets/core-x.js:1:2'] },
  ])
})

test('runs at most ten of twenty concurrent analysis requests of a user, and rejects the other requests with 429', async () => {
  // The emulator starts a process for each concurrent request, which takes time.
  test.setTimeout(120_000)
  const headers = await bearer(await withEntry())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => callFunction('requestLogAnalysis', { logId: 'one' }, headers)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  // If an analysis has already ended when a request arrives, the request succeeds, up to the limit of ten analyses a
  // minute.
  const analyzed = statuses.filter((status) => status === 200).length
  expect(analyzed).toBeGreaterThan(0)
  expect(analyzed).toBeLessThanOrEqual(10)
})

test('rejects the eleventh analysis of a user in a minute, and answers with the time to wait', async () => {
  const headers = await bearer(await withEntry())
  for (let count = 0; count < 10; count++)
    expect((await callFunction('requestLogAnalysis', { logId: 'one' }, headers)).status).toBe(200)
  const answer = await callFunction('requestLogAnalysis', { logId: 'one' }, headers)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test.describe('processVoiceCommand', () => {
  const WEBM = new Uint8Array(readFileSync('tests/support/samples/voice.sample.webm'))
  const MIB = 1024 * 1024
  const recordingOf = (length: number) => {
    const bytes = new Uint8Array(length)
    bytes.set(WEBM.subarray(0, 4))
    return bytes
  }

  test('answers a recording with its transcription and a spoken reply', async () => {
    const headers = await bearer(await newAccount())
    const answer = await sendRecording(WEBM, headers, 'audio/webm;codecs=opus')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      logText: 'Patrol complete, no contacts.',
      reply: 'Log received, Commander.',
      audioResponse: SPEECH_MP3_BASE64,
    })
  })

  test('rejects a recording that is sent without a token or with a revoked token', async () => {
    expect((await sendRecording(WEBM, {})).status).toBe(401)
    const account = await newAccount()
    const headers = await bearer(account)
    await revokeSessions(account.uid)
    expect((await sendRecording(WEBM, headers)).status).toBe(401)
  })

  test('rejects data that is not a recording, whatever content type the request has', async () => {
    const headers = await bearer(await newAccount())
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
    for (const type of ['audio/webm', 'audio/ogg', 'audio/mp4', 'text/html', 'audio/wav'])
      expect((await sendRecording(page, headers, type)).status, type).toBe(415)
    expect((await sendRecording(new Uint8Array(), headers)).status).toBe(400)
  })

  test('rejects a recording larger than 10 MiB, even if the request has no content-length header', async () => {
    const headers = await bearer(await newAccount())
    expect((await sendRecording(recordingOf(10 * MIB + 1), headers)).status).toBe(413)
    let sent = 0
    const parts = new ReadableStream({
      pull(controller) {
        if (sent++ < 11) controller.enqueue(recordingOf(MIB))
        else controller.close()
      },
    })
    const answer = await sendRecording(parts, headers)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: 'Send a shorter recording: it can have 10 MiB.' })
  })

  test('transcribes at most five recordings of a user in a minute, even if recordings are sent concurrently', async () => {
    const headers = await bearer(await newAccount())
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await sendRecording(WEBM, headers)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // The emulator runs concurrent requests in separate processes, which share the rate limit.
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendRecording(WEBM, headers)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    for (const { headers: said } of answers) expect(Number(said.get('retry-after'))).toBeGreaterThan(0)
  })
})
