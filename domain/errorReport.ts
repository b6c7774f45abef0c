import * as z from 'zod/mini'

const MAX_LOCATIONS = 12

/** `TypeError`, `FirebaseError`. */
const NAME = /^[A-Za-z]{1,60}$/
/** `permission-denied`, `auth/network-request-failed`. */
const CODE = /^[a-z]+(?:[-/][a-z]+){0,8}$/
/** A line and column of a file of the app. */
const CODE_LOCATION = /^\/[\w./-]{1,100}:\d{1,7}:\d{1,7}$/

/**
 * What the app tells of a fault in it: its kind and where in the app's own code it was, the innermost place first. No
 * message, which may quote what a person has written, and nothing of other code's, such as a browser extension's.
 */
export const ErrorReport = z.strictObject({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  name: z.string().check(z.regex(NAME)),
  code: z.optional(z.string().check(z.regex(CODE), z.maxLength(60))),
  places: z.array(z.string().check(z.regex(CODE_LOCATION))).check(z.minLength(1), z.maxLength(MAX_LOCATIONS)),
})

export type ErrorReport = z.infer<typeof ErrorReport>

/**
 * The report of something that was thrown.
 * @param origin where the app's own files are from, such as `https://sitrep.web.app`
 * @returns undefined for what is no error, or was not thrown by the app's own code
 */
export function errorReport(thrown: unknown, origin: string, version: string): ErrorReport | undefined {
  if (!(thrown instanceof Error)) return undefined
  const places = (thrown.stack ?? '')
    .split('\n')
    .flatMap((line) => codeLocationIn(line, origin) ?? [])
    .slice(0, MAX_LOCATIONS)
  if (places.length === 0) return undefined
  const code = 'code' in thrown && typeof thrown.code === 'string' && CODE.test(thrown.code) ? thrown.code : undefined
  return {
    version,
    name: NAME.test(thrown.name) ? thrown.name : 'Error',
    ...(code !== undefined && code.length <= 60 ? { code } : {}),
    places,
  }
}

/** `at f (https://sitrep.web.app/assets/core-x.js:1:2)`, in Firefox and Safari `f@https://…`, with a query in development. */
function codeLocationIn(line: string, origin: string): string | undefined {
  const [, file, position] = /(https?:\/\/[^\s()?]+?)(?:\?[^\s()]*?)?(:\d+:\d+)\)?$/.exec(line.trim()) ?? []
  if (file === undefined || position === undefined || !file.startsWith(`${origin}/`)) return undefined
  const place = `${file.slice(origin.length)}${position}`
  return CODE_LOCATION.test(place) ? place : undefined
}
