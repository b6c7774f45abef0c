import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { getFirestore } from 'firebase-admin/firestore'
import { logger, setGlobalOptions } from 'firebase-functions'
import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import type * as z from 'zod/mini'
import { AnalysisRequest, ApplyRequest } from '../../domain/api.ts'
import { handle as applySuggestions } from './applyAiSuggestions.ts'
import { analyst, ANALYST_SECRETS, origins } from './configuration.ts'
import { handle as dropExpired } from './dropSuggestions.ts'
import { handle } from './health.ts'
import { endpoint } from './http.ts'
import { handle as purgeDeleted } from './purgeDeleted.ts'
import { forgetDays, type QuotaDeps } from './quotas.ts'
import { handle as analyse } from './requestLogAnalysis.ts'
import { tokenVerifier } from './tokens.ts'

initializeApp()

/** Every function runs beside the data, in Europe. */
setGlobalOptions({ region: 'europe-west4', maxInstances: 10 })

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
export const requestLogAnalysis = call(
  'requestLogAnalysis',
  AnalysisRequest,
  (input, uid) => analyse(input, uid, { ...quotaDeps(), analyst: analyst() }),
  ANALYST_SECRETS,
)

/** `POST applyAiSuggestions {logId, suggestions}` → 200 `{success}`: level, goals and tags are the entry's. */
export const applyAiSuggestions = call('applyAiSuggestions', ApplyRequest, (input, uid) =>
  applySuggestions(input, uid, quotaDeps()),
)

/** Every night: removes entries that were deleted more than 30 days ago. */
export const purgeDeletedLogs = onSchedule('every day 03:00', async () => {
  const removed = await purgeDeleted({ db: getFirestore(), now: Date.now })
  logger.info('purged', { removed })
})

/** Every night: removes suggestions that are older than their person keeps them, and what was counted for days gone by. */
export const dropExpiredSuggestions = onSchedule('every day 03:30', async () => {
  const dropped = await dropExpired({ db: getFirestore(), now: Date.now })
  const days = await forgetDays({ db: getFirestore(), now: Date.now })
  logger.info('dropped suggestions', { dropped, days })
})

/** A function that somebody who is signed in calls with JSON. */
function call<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  run: (input: z.output<Schema>, uid: string) => Promise<object>,
  secrets: typeof ANALYST_SECRETS = [],
) {
  const options = { secrets, timeoutSeconds: TIMEOUT_SECONDS, memory: '512MiB' as const }
  return onRequest(options, async (request, response) => {
    const answer = endpoint(name, schema, run, {
      origins: origins(request.headers.origin),
      verify: tokenVerifier(getAuth(), process.env),
      newRequestId: newId,
      now: Date.now,
      log: (line) => logger.write({ severity: line.status < 500 ? 'INFO' : 'ERROR', ...line }),
    })
    const { status, headers, body } = await answer(request)
    response.status(status).set(headers).send(body)
  })
}
