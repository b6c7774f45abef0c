import type { Firestore } from 'firebase-admin/firestore'

/** What everything that keeps to the database and the clock is given. */
export type DataDeps = {
  readonly db: Firestore
  /** Milliseconds since 1970. */
  readonly now: () => number
}
