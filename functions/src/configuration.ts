import { applicationDefault } from 'firebase-admin/app'
import { defineSecret, defineString, projectID } from 'firebase-functions/params'
import { DEFAULT_MODEL_IDS } from '../../domain/analysis/aiModels.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { Analyst } from './analyst.ts'
import { HttpError } from './httpError.ts'
import { createGemini, type Gemini } from './gemini.ts'
import { createModelTranscriber, type Transcriber } from './transcriber.ts'
import { modelAnalyst } from './modelAnalyst.ts'
import { offlineAnalyst } from './offlineAnalyst.ts'
import { googleSpeech, type SpeechSynthesizer } from './speech.ts'

const isEmulated = process.env['FUNCTIONS_EMULATOR'] === 'true'

const geminiKey = defineSecret('GEMINI_API_KEY')
const fastModel = defineString('GEMINI_FAST_MODEL', {
  default: DEFAULT_MODEL_IDS.fast,
  description: 'The id of the model behind "fast".',
})
const powerfulModel = defineString('GEMINI_POWERFUL_MODEL', {
  default: DEFAULT_MODEL_IDS.powerful,
  description: 'The id of the model behind "powerful".',
})
const appOrigins = defineString('APP_ORIGINS', {
  default: '',
  description: 'Other addresses that the app is served from, with commas between, such as https://log.example.org.',
})

/** The model's timeout for a voice command. With at most 8 s for speech synthesis, a voice command ends within 35 s. */
const VOICE_TIMEOUT_MS = 25_000

/**
 * The secrets that a deployed function needs to call a model. The emulator needs no secrets, because the API key is
 * optional there.
 */
export const MODEL_SECRETS = isEmulated ? [] : [geminiKey]

/**
 * Returns the origins from which the app is served. In the emulator, includes `requestOrigin` if it is a loopback
 * address.
 */
export function allowedOrigins(requestOrigin: string | undefined): readonly string[] {
  const more = appOrigins
    .value()
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  const project = projectID.value()
  const local = isEmulated && requestOrigin && isLoopback(requestOrigin) ? [requestOrigin] : []
  return [`https://${project}.web.app`, `https://${project}.firebaseapp.com`, ...more, ...local]
}

/**
 * Returns an analyst that uses the model if an API key is configured. Without a key, returns the offline analyst in the
 * emulator.
 * @throws HttpError 503 in a deployment without a key, because keyword matching must not replace the model there
 */
export function createAnalyst(): Analyst {
  const model = createConfiguredModel()
  if (model) return modelAnalyst(model)
  if (isEmulated) return offlineAnalyst
  throw new HttpError(503, FUNCTION_TEXT.analysisNotSetUp)
}

/**
 * Returns the transcriber.
 * @throws HttpError 503 if no API key is configured, because only a model can transcribe
 */
export function createTranscriber(): Transcriber {
  const model = createConfiguredModel(VOICE_TIMEOUT_MS)
  if (model) return createModelTranscriber(model)
  throw new HttpError(503, isEmulated ? FUNCTION_TEXT.voiceNotSetUpLocally : FUNCTION_TEXT.voiceNotSetUp)
}

/**
 * Returns the speech synthesizer. A deployed function authenticates with the project's service account. In the
 * emulator, a function authenticates with an API key; without a key, the result is undefined.
 */
export function createSpeechSynthesizer(): SpeechSynthesizer | undefined {
  const key = process.env['SPEECH_API_KEY'] ?? ''
  if (isEmulated && key === '') return undefined
  // Tests set this variable to replace the speech service. For the model's SDK, GOOGLE_GEMINI_BASE_URL has the same
  // purpose.
  const baseUrl = process.env['SPEECH_BASE_URL']
  return googleSpeech({
    authHeaders: isEmulated ? async () => ({ 'X-Goog-Api-Key': key }) : serviceAccountHeaders,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
}

const serviceAccountHeaders = async () => {
  const { access_token: token } = await applicationDefault().getAccessToken()
  return { Authorization: `Bearer ${token}` }
}

function createConfiguredModel(timeoutMs?: number): Gemini | undefined {
  const apiKey = isEmulated ? (process.env['GEMINI_API_KEY'] ?? '') : geminiKey.value()
  if (apiKey === '') return undefined
  return createGemini({
    apiKey,
    models: {
      fast: { id: fastModel.value(), setting: 'GEMINI_FAST_MODEL' },
      powerful: { id: powerfulModel.value(), setting: 'GEMINI_POWERFUL_MODEL' },
    },
    now: Date.now,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
}

function isLoopback(origin: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(origin)
}
