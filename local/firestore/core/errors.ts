/** The gRPC status codes that Firestore answers with, by name. */
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

/** An answer that is not OK. Every layer throws it; only the transports turn it into bytes. */
export class FirestoreError extends Error {
  readonly status: StatusName
  constructor(status: StatusName, message: string) {
    super(message)
    this.name = 'FirestoreError'
    this.status = status
  }
}

export const invalidArgument = (message: string) => new FirestoreError('INVALID_ARGUMENT', message)

/** What this server does not do, said by name: a request is never answered as if a part of it were not there. */
export const unimplemented = (what: string) =>
  new FirestoreError('UNIMPLEMENTED', `${what} is not implemented by the local Firestore`)

/** Turns anything thrown into an answer; what is not ours is a fault of the server and says so. */
export function toFirestoreError(thrown: unknown): FirestoreError {
  if (thrown instanceof FirestoreError) return thrown
  return new FirestoreError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown))
}
