/**
 * An error that a function answers with this status code and a fixed message for the user. The message contains no
 * internal detail.
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
