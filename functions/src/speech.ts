import * as z from 'zod/mini'

/** Converts text to speech. Callers must handle rejections, because speech is optional. */
export type SpeechSynthesizer = {
  /** @returns MP3 in base64 */
  readonly synthesize: (text: string, language: string) => Promise<string>
}

export type SpeechOptions = {
  /** Headers that authenticate the request: an API key or a token of the service account. */
  readonly authHeaders: () => Promise<Readonly<Record<string, string>>>
  /** Replaces Google's address in tests. */
  readonly baseUrl?: string
  /** Timeout of a request, in milliseconds. */
  readonly timeoutMs?: number
}

const GOOGLE = 'https://texttospeech.googleapis.com'
const TIMEOUT_MS = 8000

const Spoken = z.object({ audioContent: z.base64().check(z.minLength(1)) })

/**
 * Returns a client of Google Cloud Text-to-Speech. Uses REST, because Google's package would add gRPC for a single
 * call.
 */
export const googleSpeech = ({
  authHeaders,
  baseUrl = GOOGLE,
  timeoutMs = TIMEOUT_MS,
}: SpeechOptions): SpeechSynthesizer => ({
  async synthesize(text, language) {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = await Promise.race([authHeaders(), rejectOnAbort(signal)])
    const response = await fetch(`${baseUrl}/v1/text:synthesize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({
        input: { text },
        voice: { languageCode: language },
        audioConfig: { audioEncoding: 'MP3' },
      }),
      signal,
    })
    if (!response.ok) throw new Error(`The speech service answers ${response.status}.`)
    return Spoken.parse(await response.json()).audioContent
  },
})

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The speech service does not answer.')), { once: true })
  })
