/** The gRPC status codes of Firestore, with their HTTP equivalents. */
export const STATUS = {
  OK: { code: 0, http: 200 },
  CANCELLED: { code: 1, http: 499 },
  UNKNOWN: { code: 2, http: 500 },
  INVALID_ARGUMENT: { code: 3, http: 400 },
  DEADLINE_EXCEEDED: { code: 4, http: 504 },
  NOT_FOUND: { code: 5, http: 404 },
  ALREADY_EXISTS: { code: 6, http: 409 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  FAILED_PRECONDITION: { code: 9, http: 400 },
  ABORTED: { code: 10, http: 409 },
  UNIMPLEMENTED: { code: 12, http: 501 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const

export type StatusName = keyof typeof STATUS

/** An error with a Firestore status. Every layer throws this error, and the transports encode it for the client. */
export class FirestoreError extends Error {
  readonly status: StatusName
  constructor(status: StatusName, message: string) {
    super(message)
    this.name = 'FirestoreError'
    this.status = status
  }
}

export const invalidArgument = (message: string) => new FirestoreError('INVALID_ARGUMENT', message)

/** Returns the error to throw for an unsupported part of a request, so that no part is silently ignored. */
export const unimplemented = (what: string) =>
  new FirestoreError('UNIMPLEMENTED', `${what} is not implemented by the local Firestore`)

/** Converts any exception to a status. An unexpected exception becomes INTERNAL. */
export function toFirestoreError(thrown: unknown): FirestoreError {
  if (thrown instanceof FirestoreError) return thrown
  return new FirestoreError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown))
}
