import type { Query } from './query.ts'
import type { Doc } from './writes.ts'

/** Reads documents as they were at one version. */
export type Snapshot = {
  get(name: string): Doc | undefined
  /** The first `most` results of a query, in its order; its offset and limit are left to the caller. */
  find(query: Query, limit: number): Doc[]
}

/** The results, in order. */
export function runQuery(query: Query, snapshot: Snapshot): Doc[] {
  const limit = query.limit === undefined ? Infinity : query.offset + query.limit
  const found = snapshot.find(query, limit)
  return query.offset > 0 ? found.slice(query.offset) : found
}
