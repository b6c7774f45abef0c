/**
 * An error that a function reports to its caller as a status code and a message. The message is a fixed text for the
 * user, without internal details.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 504
  /** The number of seconds after which the caller can retry. */
  readonly retryAfter: number | undefined

  constructor(status: HttpError['status'], message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.retryAfter = options.retryAfter
  }
}
