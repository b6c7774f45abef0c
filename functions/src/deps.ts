import type { Firestore } from 'firebase-admin/firestore'

/** Dependencies of code that uses only the database and the clock. */
export type DataDeps = {
  readonly db: Firestore
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
}
