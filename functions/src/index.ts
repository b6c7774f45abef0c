import { initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { logger, setGlobalOptions } from 'firebase-functions'
import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { handle } from './health.ts'
import { handle as purgeDeleted } from './purgeDeleted.ts'

initializeApp()

/** Every function runs beside the data, in Europe. */
setGlobalOptions({ region: 'europe-west4', maxInstances: 10 })

/** `GET health` → 200 `{status: 'ok'}`; any other method → 405 `{error}`. Tells a caller that the functions are up. */
export const health = onRequest((request, response) => {
  const { status, body } = handle({ method: request.method })
  response.status(status).json(body)
})

/** Every night: removes entries that were deleted more than 30 days ago. */
export const purgeDeletedLogs = onSchedule('every day 03:00', async () => {
  const removed = await purgeDeleted({ db: getFirestore(), now: Date.now })
  logger.info('purged', { removed })
})
