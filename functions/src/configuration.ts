import { defineSecret, defineString, projectID } from 'firebase-functions/params'
import type { Analyst } from './analyst.ts'
import { Failed } from './failed.ts'
import { gemini } from './gemini.ts'
import { offlineAnalyst } from './offlineAnalyst.ts'

/** Whether these functions run in the emulator, on a developer's machine. */
const isEmulated = process.env['FUNCTIONS_EMULATOR'] === 'true'

const geminiKey = defineSecret('GEMINI_API_KEY')
const fastModel = defineString('GEMINI_FAST_MODEL', {
  default: 'gemini-2.5-flash',
  description: 'The id of the model behind "fast".',
})
const powerfulModel = defineString('GEMINI_POWERFUL_MODEL', {
  default: 'gemini-2.5-pro',
  description: 'The id of the model behind "powerful".',
})
const appOrigins = defineString('APP_ORIGINS', {
  default: '',
  description: 'Other addresses that the app is served from, with commas between, such as https://log.example.org.',
})

/** What a deployed analysis needs access to. On a developer's machine a secret that is not there is none. */
export const ANALYST_SECRETS = isEmulated ? [] : [geminiKey]

/** Where the app is served from. */
export function origins(requestOrigin: string | undefined): readonly string[] {
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
 * The model where there is a key; without one the machine itself, but only a developer's.
 * @throws Failed 503 for a deployment without a key: keywords never answer in place of a model there
 */
export function analyst(): Analyst {
  const apiKey = isEmulated ? (process.env['GEMINI_API_KEY'] ?? '') : geminiKey.value()
  if (apiKey !== '')
    return gemini({
      apiKey,
      models: {
        fast: { id: fastModel.value(), setting: 'GEMINI_FAST_MODEL' },
        powerful: { id: powerfulModel.value(), setting: 'GEMINI_POWERFUL_MODEL' },
      },
      now: Date.now,
    })
  if (isEmulated) return offlineAnalyst
  throw new Failed(503, 'Analysis is not set up. Whoever runs this app has to set the secret GEMINI_API_KEY.')
}

/** An address of this machine itself, at any port. */
function isLoopback(origin: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(origin)
}
