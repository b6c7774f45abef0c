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
import { audioBody, jsonBody } from './bodies.ts'
import { createAnalyst, createTranscriber, MODEL_SECRETS, origins, createSpeechSynthesizer } from './configuration.ts'
import { handle as dropExpired } from './dropSuggestions.ts'
import { handle } from './health.ts'
import { createEndpoint, summarizeError, type HttpRequest } from './http.ts'
import { handle as processVoice } from './processVoiceCommand.ts'
import { handle as purgeDeleted } from './purgeDeleted.ts'
import { pushThrough } from './push.ts'
import { deleteOldCounts, type QuotaDeps } from './quotas.ts'
import { handle as noteFault } from './reportError.ts'
import { handle as analyse } from './requestLogAnalysis.ts'
import { handle as remind } from './sendReminders.ts'
import { bypassFramework, serve } from './serve.ts'
import { tokenVerifier } from './tokens.ts'

bypassFramework()
initializeApp()

/**
 * Every function runs beside the data, in Europe. So many calls at once leave an instance half of its memory; what comes
 * above them goes to another instance, and above all of those Google answers 429 (tests/functions/load.test.ts).
 */
setGlobalOptions({ region: 'europe-west4', maxInstances: 10, concurrency: 40 })

/** An analysis ends after 35 s at most. */
const TIMEOUT_SECONDS = 60

const newId = () => crypto.randomUUID()
const quotaDeps = (): QuotaDeps => ({ db: getFirestore(), now: Date.now, newId, random: Math.random })

/** `GET health` → 200 `{status: 'ok'}`; any other method → 405 `{error}`. Tells a caller that the functions are up. */
export const health = onRequest((request, response) => {
  const { status, body } = handle({ method: request.method })
  response.status(status).json(body)
})

/**
 * `POST requestLogAnalysis {logId}` → 200 `{success, suggestions}`, stored with the entry.
 * With `{logId, preview: true}` → 200 `{success, preview}`: what would be sent, to the letter. Failures: `{error, requestId}`.
 */
export const requestLogAnalysis = authenticatedFunction(
  'requestLogAnalysis',
  jsonBody(AnalysisRequest),
  (input, uid) => analyse(input, uid, { ...quotaDeps(), analyst: createAnalyst() }),
  { secrets: MODEL_SECRETS },
)

/** `POST applyAiSuggestions {logId, suggestions}` → 200 `{success}`: level, goals and tags are the entry's. */
export const applyAiSuggestions = authenticatedFunction('applyAiSuggestions', jsonBody(ApplyRequest), (input, uid) =>
  applySuggestions(input, uid, quotaDeps()),
)

/**
 * `POST processVoiceCommand` with a recording as its body → 200 `{logText, reply, audioResponse}`: the entry that was
 * dictated, and an answer as text and as MP3 in base64. Nothing is stored. A recording of 10 MiB takes 60 MiB of memory
 * on its way to the model: an instance takes four at once.
 */
export const processVoiceCommand = authenticatedFunction(
  'processVoiceCommand',
  audioBody,
  (audio, uid) =>
    processVoice(audio, uid, {
      ...quotaDeps(),
      transcriber: createTranscriber(),
      speech: createSpeechSynthesizer(),
      onSpeechError: (error) => logger.warn('no speech', { error: String(error) }),
    }),
  { secrets: MODEL_SECRETS, concurrency: 4 },
)

/** `POST reportFault` with a `FaultReport` → 200 `{success}`: a fault of the app is noted where those of the functions are. */
export const reportFault = authenticatedFunction('reportFault', jsonBody(ErrorReport), (report, uid) =>
  noteFault(report, uid, { ...quotaDeps(), log: (line) => logger.write({ severity: 'ERROR', ...line }) }),
)

/** How long a sweep may take in seconds, and its memory (functions/src/sweep.ts). */
const SWEEP = { timeoutSeconds: 540, memory: '512MiB' as const }

/** What a sweep is given; whatever fails in it is logged by its kind and place. */
const sweepDeps = (name: string) => ({
  db: getFirestore(),
  now: Date.now,
  random: Math.random,
  onError: (error: unknown) => logger.warn(`${name}: one failed`, { error: summarizeError(error) }),
})

/** Every night: removes entries that were deleted more than 30 days ago. */
export const purgeDeletedLogs = onSchedule({ schedule: 'every day 03:00', ...SWEEP }, async () => {
  logger.info('purged', await purgeDeleted(sweepDeps('purge')))
})

/** Every night: removes suggestions that are older than their person keeps them, and what was counted for days gone by. */
export const dropExpiredSuggestions = onSchedule({ schedule: 'every day 03:30', ...SWEEP }, async () => {
  logger.info('forgot days', await deleteOldCounts(sweepDeps('days')))
  logger.info('dropped suggestions', await dropExpired(sweepDeps('suggestions')))
})

/** Every ten minutes: pushes to those who want to be reminded and have not written for as long as they chose. */
export const sendReminders = onSchedule({ schedule: 'every 10 minutes', ...SWEEP }, async () => {
  logger.info('reminded', await remind({ ...sweepDeps('reminders'), push: pushThrough(getMessaging()) }))
})

/** A function that somebody who is signed in calls. */
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
        origins: origins(request.headers.origin),
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
