import * as z from 'zod/mini'

const MAX_LOCATIONS = 12

/** `TypeError`, `FirebaseError`. */
const NAME = /^[A-Za-z]{1,60}$/
/** `permission-denied`, `auth/network-request-failed`. */
const CODE = /^[a-z]+(?:[-/][a-z]+){0,8}$/
/** Path, line and column in a file of the app. */
const CODE_LOCATION = /^\/[\w./-]{1,100}:\d{1,7}:\d{1,7}$/

/**
 * A report of an error in the app: the kind of the error, and its stack locations in the app's own code, innermost
 * first. A report excludes the message, which may quote user data. It also excludes locations in other code, such as
 * browser extensions.
 */
export const ErrorReport = z.strictObject({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  name: z.string().check(z.regex(NAME)),
  code: z.optional(z.string().check(z.regex(CODE), z.maxLength(60))),
  places: z.array(z.string().check(z.regex(CODE_LOCATION))).check(z.minLength(1), z.maxLength(MAX_LOCATIONS)),
})

export type ErrorReport = z.infer<typeof ErrorReport>

/**
 * Creates the report of a thrown value.
 * @param origin origin of the app's own files, such as `https://sitrep.web.app`
 * @returns undefined if the value is no `Error` or was not thrown by the app's own code
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

/**
 * Parses a line of a stack: `at f (https://sitrep.web.app/assets/core-x.js:1:2)`, or `f@https://…` in Firefox and
 * Safari. In development, the URL has a query.
 */
function codeLocationIn(line: string, origin: string): string | undefined {
  const [, file, position] = /(https?:\/\/[^\s()?]+?)(?:\?[^\s()]*?)?(:\d+:\d+)\)?$/.exec(line.trim()) ?? []
  if (file === undefined || position === undefined || !file.startsWith(`${origin}/`)) return undefined
  const place = `${file.slice(origin.length)}${position}`
  return CODE_LOCATION.test(place) ? place : undefined
}
