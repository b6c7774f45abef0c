import type { Query } from './query.ts'
import type { Doc } from './writes.ts'

/** An immutable view of the documents at one version. */
export type Snapshot = {
  get(name: string): Doc | undefined
  /** Returns the first `limit` results of a query in the query's order. Ignores the query's own offset and limit. */
  find(query: Query, limit: number): Doc[]
}

/** Returns the results of a query and applies the query's offset and limit. */
export function runQuery(query: Query, snapshot: Snapshot): Doc[] {
  const limit = query.limit === undefined ? Infinity : query.offset + query.limit
  const found = snapshot.find(query, limit)
  return query.offset > 0 ? found.slice(query.offset) : found
}
