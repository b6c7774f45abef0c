import { RADIO_TEXT, storageErrorText } from '#domain/texts/specification.ts'

/** An error response of the functions. Its message tells the user what to do. */
export class ApiError extends Error {
  override readonly name = 'CallFailed'
  /** HTTP status; 0 if there was no response. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * A write was attempted without a signed-in user or a database connection. The error's message is shown to the user.
 */
export class WriteUnavailable extends Error {
  constructor(verb: Parameters<typeof storageErrorText>[0]) {
    super(storageErrorText(verb))
    this.name = 'WriteUnavailable'
  }
}

/** Returns the message for a failed write: the reason if storage is unavailable, otherwise the fallback. */
export const writeErrorText = (error: unknown, fallback: string): string =>
  error instanceof WriteUnavailable ? error.message : fallback

/** A station of the directory was requested, but no directory is configured. */
export class StationNotConfigured extends Error {
  constructor() {
    super(RADIO_TEXT.notConfigured)
    this.name = 'StationNotConfigured'
  }
}

/** Error codes of a permanent rejection. Writes with any other error can be retried. */
const REJECTION_CODES: readonly unknown[] = ['permission-denied', 'invalid-argument', 'not-found', 'out-of-range']

export const isPermanentRejection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && REJECTION_CODES.includes(error.code)
