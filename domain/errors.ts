import { RADIO_TEXT, storageText } from './messages.ts'

/** A call of the functions that was answered with an error, which says what to do about it. */
export class ApiError extends Error {
  override readonly name = 'CallFailed'
  /** Of the answer; 0 where there was none. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A write was asked for while nobody is signed in or the database does not answer. Its message is for the person. */
export class StorageUnavailable extends Error {
  constructor(verb: Parameters<typeof storageText>[0]) {
    super(storageText(verb))
    this.name = 'StorageUnavailable'
  }
}

/** What to say of a failed write: why storage cannot be used where that is it, otherwise `failed`. */
export const writeErrorText = (error: unknown, fallback: string): string =>
  error instanceof StorageUnavailable ? error.message : fallback

/** A station of the directory is wanted where no directory is configured. */
export class StationNotConfigured extends Error {
  constructor() {
    super(RADIO_TEXT.notConfigured)
    this.name = 'StationNotConfigured'
  }
}

/** What the database says when it will never take a write; anything else may pass. */
const REJECTION_CODES: readonly unknown[] = ['permission-denied', 'invalid-argument', 'not-found', 'out-of-range']

export const isRejected = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && REJECTION_CODES.includes(error.code)

/** What the database says of a write that it refuses. */
export const rejectionReason = (error: unknown): string =>
  error instanceof Error ? error.message : 'It gives no reason.'
