import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { getFirestore } from 'firebase-admin/firestore'
import { getMessaging } from 'firebase-admin/messaging'
import { logger, setGlobalOptions } from 'firebase-functions'
import { onRequest, type HttpsOptions } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { AnalysisRequest, ApplyRequest } from '../../domain/api.ts'
import { ErrorReport } from '../../domain/errorReport.ts'
import { handle as applySuggestions } from './applyAiSuggestions.ts'
import { readAudioBody, createJsonBodyReader } from './bodies.ts'
import {
  createAnalyst,
  createTranscriber,
  MODEL_SECRETS,
  allowedOrigins,
  createSpeechSynthesizer,
} from './configuration.ts'
import { handle as dropExpired } from './dropSuggestions.ts'
import { handle } from './health.ts'
import { createEndpoint, summarizeError, type HttpRequest } from './http.ts'
import { handle as processVoice } from './processVoiceCommand.ts'
import { handle as purgeDeleted } from './purgeDeleted.ts'
import { createPushSender } from './push.ts'
import { deleteOldCounts, type QuotaDeps } from './quotas.ts'
import { handle as logReport } from './reportError.ts'
import { handle as analyze } from './requestLogAnalysis.ts'
import { handle as remind } from './sendReminders.ts'
import { bypassFramework, serve } from './serve.ts'
import { tokenVerifier } from './tokens.ts'

bypassFramework()
initializeApp()

/**
 * All functions run in Europe, near the data. An instance handles at most 40 concurrent calls, so that half of its
 * memory stays free. More calls start another instance. If all 10 instances are busy, Google answers 429
 * (tests/functions/load.test.ts).
 */
setGlobalOptions({ region: 'europe-west4', maxInstances: 10, concurrency: 40 })

/** Timeout of the functions for signed-in users. The longest calls, analyses, end after at most 35 s. */
const TIMEOUT_SECONDS = 60

const newId = () => crypto.randomUUID()
const quotaDeps = (): QuotaDeps => ({ db: getFirestore(), now: Date.now, newId, random: Math.random })

/** `GET health` → 200 `{status: 'ok'}`; any other method → 405 `{error}`. Shows whether the functions are deployed. */
export const health = onRequest((request, response) => {
  const { status, body } = handle({ method: request.method })
  response.status(status).json(body)
})

/**
 * `POST requestLogAnalysis {logId}` → 200 `{success, suggestions}`; the suggestions are also stored with the entry.
 * `{logId, preview: true}` → 200 `{success, preview}`: the exact request that an analysis would send to the model.
 * Errors have the body `{error, requestId}`.
 */
export const requestLogAnalysis = authenticatedFunction(
  'requestLogAnalysis',
  createJsonBodyReader(AnalysisRequest),
  (input, uid) => analyze(input, uid, { ...quotaDeps(), analyst: createAnalyst() }),
  { secrets: MODEL_SECRETS },
)

/**
 * `POST applyAiSuggestions {logId, suggestions}` → 200 `{success}`. Writes the suggested level, goals and tags to the
 * entry.
 */
export const applyAiSuggestions = authenticatedFunction(
  'applyAiSuggestions',
  createJsonBodyReader(ApplyRequest),
  (input, uid) => applySuggestions(input, uid, quotaDeps()),
)

/**
 * `POST processVoiceCommand` with a recording as its body → 200 `{logText, reply, audioResponse}`: the dictated entry,
 * and a reply as text and as base64 MP3. Stores nothing. A recording of 10 MiB needs 60 MiB of memory, so an instance
 * processes at most four recordings concurrently.
 */
export const processVoiceCommand = authenticatedFunction(
  'processVoiceCommand',
  readAudioBody,
  (audio, uid) =>
    processVoice(audio, uid, {
      ...quotaDeps(),
      transcriber: createTranscriber(),
      speech: createSpeechSynthesizer(),
      onSpeechError: (error) => logger.warn('no speech', { error: String(error) }),
    }),
  { secrets: MODEL_SECRETS, concurrency: 4 },
)

/**
 * `POST reportError` with an `ErrorReport` → 200 `{success}`. Writes an error of the app to the log of the functions.
 */
export const reportError = authenticatedFunction('reportError', createJsonBodyReader(ErrorReport), (report, uid) =>
  logReport(report, uid, { ...quotaDeps(), log: (line) => logger.write({ severity: 'ERROR', ...line }) }),
)

/** Timeout and memory of the scheduled functions, which run sweeps (functions/src/sweep.ts). */
const SWEEP = { timeoutSeconds: 540, memory: '512MiB' as const }

/** Returns the dependencies of a sweep. Only the name, code and position of an error are logged. */
const sweepDeps = (name: string) => ({
  db: getFirestore(),
  now: Date.now,
  random: Math.random,
  onError: (error: unknown) => logger.warn(`${name}: one failed`, { error: summarizeError(error) }),
})

/** Runs every night: permanently removes entries that were deleted more than `TRASH_DAYS` ago. */
export const purgeDeletedLogs = onSchedule({ schedule: 'every day 03:00', ...SWEEP }, async () => {
  logger.info('purged', await purgeDeleted(sweepDeps('purge')))
})

/** Runs every night: removes suggestions whose retention time has passed, and quota counts of past days. */
export const dropExpiredSuggestions = onSchedule({ schedule: 'every day 03:30', ...SWEEP }, async () => {
  logger.info('forgot days', await deleteOldCounts(sweepDeps('days')))
  logger.info('dropped suggestions', await dropExpired(sweepDeps('suggestions')))
})

/** Runs every ten minutes: reminds users who have not written for the interval that they chose. */
export const sendReminders = onSchedule({ schedule: 'every 10 minutes', ...SWEEP }, async () => {
  logger.info('reminded', await remind({ ...sweepDeps('reminders'), push: createPushSender(getMessaging()) }))
})

/** Declares a function for signed-in users. */
function authenticatedFunction<Input>(
  name: string,
  readBody: (request: HttpRequest) => Promise<Input>,
  run: (input: Input, uid: string) => Promise<object>,
  more: Pick<HttpsOptions, 'secrets' | 'concurrency'> = {},
) {
  const options = { timeoutSeconds: TIMEOUT_SECONDS, memory: '512MiB' as const, ...more }
  return onRequest(options, (request, response) =>
    serve(
      createEndpoint(name, readBody, run, {
        origins: allowedOrigins(request.headers.origin),
        verify: tokenVerifier(getAuth(), process.env),
        newRequestId: newId,
        now: Date.now,
        log: (line) => logger.write({ severity: line.status < 500 ? 'INFO' : 'ERROR', ...line }),
      }),
      request,
      response,
    ),
  )
}
