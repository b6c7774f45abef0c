import { setGlobalOptions } from 'firebase-functions'
import { onRequest } from 'firebase-functions/https'
import { handle } from './health.ts'

/** Every function runs beside the data, in Europe. */
setGlobalOptions({ region: 'europe-west4', maxInstances: 10 })

/** `GET health` → 200 `{status: 'ok'}`; any other method → 405 `{error}`. Tells a caller that the functions are up. */
export const health = onRequest((request, response) => {
  const { status, body } = handle({ method: request.method })
  response.status(status).json(body)
})
