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

/** The database has rejected a write. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'
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

/**
 * Error codes of a permanent rejection. Writes with any other error can be retried. Firestore Lite knows only the HTTP
 * status of an answer, and reports every request that the server cannot accept as `failed-precondition`, for example a
 * commit that is too large. A transaction has also failed with this code if other writes have interfered with all its
 * attempts.
 */
const REJECTION_CODES: readonly unknown[] = [
  'permission-denied',
  'invalid-argument',
  'failed-precondition',
  'not-found',
  'out-of-range',
]

export const isPermanentRejection = (error: unknown): boolean => REJECTION_CODES.includes(codeOf(error))

/** Whether the security rules of the database reject the user. */
export const isDenied = (error: unknown): boolean => codeOf(error) === 'permission-denied'

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
