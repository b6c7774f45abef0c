import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { HttpError } from './httpError.ts'

/** A request, independent of the HTTP server that received it. `body` is a stream of chunks. */
export type HttpRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The object that is sent as JSON; undefined for an empty body. */
  readonly body: object | undefined
}

export type HttpDeps = {
  /** The origins of the pages that may call the function, such as `https://sitrep.web.app`. */
  readonly origins: readonly string[]
  /** Resolves with the uid that a token belongs to. Rejects with `HttpError` if the token is not valid. */
  readonly verify: (token: string) => Promise<string>
  readonly newRequestId: () => string
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
  /** Writes a line to the log. A line must never contain text that a user has written. */
  readonly log: (line: LogLine) => void
}

export type LogLine = {
  readonly call: string
  readonly requestId: string
  readonly status: number
  readonly milliseconds: number
  readonly uid?: string
  readonly error?: string
  /** A summary of an unexpected exception. */
  readonly thrown?: string
}

const PREFLIGHT_SECONDS = 3600

/**
 * Wraps a function for signed-in users. The wrapper handles CORS, tokens and status codes, so that `handle` does not
 * have to.
 * @param readBody rejects with `HttpError` if the body is invalid
 * @returns a request handler that never rejects
 */
export function createEndpoint<Input>(
  call: string,
  readBody: (request: HttpRequest) => Promise<Input>,
  handle: (input: Input, uid: string) => Promise<object>,
  deps: HttpDeps,
): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    const requestId = deps.newRequestId()
    const started = deps.now()
    const headers = { ...corsHeaders(request, deps.origins), 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
    const log = (line: Pick<LogLine, 'status' | 'uid' | 'error' | 'thrown'>) =>
      deps.log({ call, requestId, milliseconds: deps.now() - started, ...line })
    if (request.method === 'OPTIONS') return { status: 204, headers, body: undefined }
    let uid: string | undefined
    try {
      if (request.method !== 'POST') throw new HttpError(405, 'Use POST.')
      uid = await deps.verify(bearerToken(request))
      const body = await handle(await readBody(request), uid)
      log({ status: 200, uid })
      return { status: 200, headers, body }
    } catch (error) {
      const httpError = error instanceof HttpError ? error : new HttpError(503, FUNCTION_TEXT.failed)
      const { status, message, retryAfter } = httpError
      log({
        status,
        error: message,
        ...(uid === undefined ? {} : { uid }),
        ...(error === httpError ? {} : { thrown: summarizeError(error) }),
      })
      return {
        status,
        headers: {
          ...headers,
          ...(status === 405 ? { Allow: 'POST, OPTIONS' } : {}),
          ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
          ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
        },
        body: { error: message, requestId },
      }
    }
  }
}

/**
 * Returns the CORS headers. If the page's origin is not in `origins`, the browser does not let the page read the
 * answer.
 */
function corsHeaders(request: HttpRequest, origins: readonly string[]): Record<string, string> {
  const origin = header(request, 'origin')
  if (origin === undefined || !origins.includes(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
    ...(request.method === 'OPTIONS'
      ? {
          'Access-Control-Allow-Methods': 'POST',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
          'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
        }
      : {}),
  }
}

function bearerToken(request: HttpRequest): string {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header(request, 'authorization') ?? '') ?? []
  if (token === undefined) throw new HttpError(401, 'User not authenticated')
  return token
}

/** Returns the first value of a header. `name` must be in lower case. */
export function header({ headers }: HttpRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/**
 * Returns an error's name, code and position for the log. Omits the message, which may quote text that a user has
 * written.
 */
export function summarizeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const place = error.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? ''
  return `${error.name}${code}${place}`
}
