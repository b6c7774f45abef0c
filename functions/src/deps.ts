import type { Firestore } from 'firebase-admin/firestore'

/** The dependencies of functions that need only the database and the clock. */
export type DataDeps = {
  readonly db: Firestore
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
}
