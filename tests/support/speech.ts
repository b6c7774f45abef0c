import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import * as z from 'zod'
import { send, startFakeServer, type FakeServer } from './fakeServer.ts'

/** The only API key and token that the fake server accepts. */
export const SPEECH_KEY = 'stand-in-speech-key'
export const SPEECH_TOKEN = 'stand-in-speech-token'

/** The request schema of Google Cloud Text-to-Speech. The fake rejects other requests with 400, as the service does. */
const Request = z.strictObject({
  input: z.strictObject({ text: z.string().check(z.refine((text) => Buffer.byteLength(text) <= 5000)) }),
  voice: z.strictObject({ languageCode: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/) }),
  audioConfig: z.strictObject({ audioEncoding: z.literal('MP3') }),
})

export type SpeechScript = 'ok' | 'forbidden' | 'busy' | 'broken' | 'empty' | 'html' | 'hang' | 'reset'

export type FakeSpeech = FakeServer & {
  readonly requests: readonly z.infer<typeof Request>[]
  /** The behaviors for the next requests. Without one, the fake answers with speech. */
  readonly next: SpeechScript[]
}

/** The speech that every successful answer contains, as MP3 in base64. */
export const SPEECH_MP3_BASE64: string = z
  .object({ audioContent: z.string() })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'samples/tts.ok.json'), 'utf8'))).audioContent

/** Starts a fake Google Cloud Text-to-Speech server. */
export async function startFakeSpeech(port = 0): Promise<FakeSpeech> {
  const requests: z.infer<typeof Request>[] = []
  const next: SpeechScript[] = []
  const server = await startFakeServer((request, body, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/text:synthesize') return send(response, 404, {})
    const { authorization, 'x-goog-api-key': key } = request.headers
    if (key !== SPEECH_KEY && authorization !== `Bearer ${SPEECH_TOKEN}`) return send(response, 403, denied)
    const parsed = Request.safeParse(JSON.parse(body))
    if (!parsed.success) return send(response, 400, { error: { code: 400, message: z.prettifyError(parsed.error) } })
    requests.push(parsed.data)
    play(response, next.shift() ?? 'ok')
  }, port)
  return { ...server, requests, next }
}

const denied = { error: { code: 403, message: 'The API is not enabled.', status: 'PERMISSION_DENIED' } }

function play(response: ServerResponse, script: SpeechScript): void {
  switch (script) {
    case 'ok':
      return send(response, 200, { audioContent: SPEECH_MP3_BASE64 })
    case 'empty':
      return send(response, 200, { audioContent: '' })
    case 'forbidden':
      return send(response, 403, denied)
    case 'busy':
      return send(response, 429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
    case 'broken':
      return send(response, 500, { error: { code: 500, status: 'INTERNAL' } })
    case 'html':
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html></html>')
    case 'hang':
      return undefined
    case 'reset':
      return void response.destroy()
  }
}
