import { FirestoreError, invalidArgument } from '#local/firestore/core/errors.ts'
import { readString, type JsonObject } from '#local/firestore/core/json.ts'
import { type Query } from '#local/firestore/core/query.ts'
import { runQuery } from '#local/firestore/core/snapshot.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Snapshot } from '#local/firestore/core/snapshot.ts'
import type { Doc } from '#local/firestore/core/writes.ts'
import { parseVersion } from './messages.ts'
import type { Transaction, Transactions } from './transactions.ts'

/**
 * Reads documents for a request: at the current version, at the version of a given time, or in a transaction, which
 * records the reads.
 */
export type RequestReader = {
  readonly version: number
  /** The id of the transaction that the request began. The first message of the response contains the id. */
  readonly startedTransaction: string | undefined
  get(name: string): Doc | undefined
  run(query: Query): Doc[]
}

/** The fields of a request that select the version to read. A request may have at most one of these fields. */
export const READ_OPTIONS: readonly string[] = ['transaction', 'newTransaction', 'readTime']

/**
 * Returns the reads for a request. Throws INVALID_ARGUMENT if the read time is in the future, FAILED_PRECONDITION if
 * the read time is before the start of the history, and ABORTED if the transaction has ended.
 */
export function createRequestReader(request: JsonObject, store: Store, transactions: Transactions): RequestReader {
  const given = READ_OPTIONS.filter((key) => request[key] !== undefined && request[key] !== null && request[key] !== '')
  if (given.length > 1) throw invalidArgument(`a request reads in one way, not by ${given.join(' and ')}`)
  switch (given[0]) {
    case 'transaction': {
      const transaction = transactions.requireOpen(readString(request['transaction'], 'transaction'))
      return transactionReads(transaction, transactions.snapshot(transaction), undefined)
    }
    case 'newTransaction': {
      const transaction = transactions.begin(request['newTransaction'])
      return transactionReads(transaction, transactions.snapshot(transaction), transaction.id)
    }
    case 'readTime': {
      const version = parseVersion(request['readTime'])
      if (version > store.readVersion()) throw invalidArgument('readTime is in the future')
      const snapshot = store.snapshotAt(version)
      if (!snapshot) throw new FirestoreError('FAILED_PRECONDITION', 'readTime is too old: that state is forgotten')
      return snapshotReads(snapshot, version)
    }
    default:
      return snapshotReads(store, store.readVersion())
  }
}

const snapshotReads = (snapshot: Snapshot, version: number): RequestReader => ({
  version,
  startedTransaction: undefined,
  get: (name) => snapshot.get(name),
  run: (query) => runQuery(query, snapshot),
})

const transactionReads = (
  transaction: Transaction,
  snapshot: Snapshot,
  startedTransaction: string | undefined,
): RequestReader => ({
  version: transaction.version,
  startedTransaction,
  get(name) {
    transaction.names.add(name)
    return snapshot.get(name)
  },
  run(query) {
    transaction.queries.push(query)
    return runQuery(query, snapshot)
  },
})
