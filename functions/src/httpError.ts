/** A call that is answered with an error: a fixed sentence for the person, never anything from inside. */
export class HttpError extends Error {
  override readonly name = 'Failed'
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 504
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined

  constructor(status: HttpError['status'], message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.retryAfter = options.retryAfter
  }
}
