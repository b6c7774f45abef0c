import { randomUUID } from 'node:crypto'
import { FirestoreError, invalidArgument } from '#local/firestore/core/errors.ts'
import { readObject, rejectUnknownKeys } from '#local/firestore/core/json.ts'
import { matchesQuery, type Query } from '#local/firestore/core/query.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Snapshot } from '#local/firestore/core/snapshot.ts'
import type { Write } from '#local/firestore/core/writes.ts'
import { parseVersion } from './messages.ts'

/** The lifetime of a transaction in microseconds, which is the limit of the official service. */
const LIFE_MICROS = 270_000_000

/** A transaction with the names of documents and the queries that it has read. All reads are at one version. */
export type Transaction = {
  readonly id: string
  readonly readOnly: boolean
  readonly version: number
  /**
   * The start of the transaction in microseconds since 1970. Differs from `version` if the transaction reads a past
   * version.
   */
  readonly began: number
  readonly names: Set<string>
  readonly queries: Query[]
}

/**
 * Implements optimistic transactions. All reads of a transaction see one snapshot. If a document or query result that
 * the transaction has read changes before the commit, the commit fails with ABORTED, and the SDK retries. There are no
 * locks, so other writers never wait.
 */
export class Transactions {
  readonly #store: Store
  readonly #open = new Map<string, Transaction>()

  constructor(store: Store) {
    this.#store = store
  }

  /** @param options a `TransactionOptions` message; by default, the transaction is read-write */
  begin(options: unknown): Transaction {
    const object = readObject(options, 'options')
    rejectUnknownKeys(object, ['readOnly', 'readWrite', 'concurrencyMode'], 'options')
    const readOnly = object['readOnly'] !== undefined && object['readOnly'] !== null
    const { readTime } = readObject(object['readOnly'], 'readOnly')
    const now = this.#store.readVersion()
    for (const [id, { began }] of this.#open) if (began < now - LIFE_MICROS) this.#open.delete(id)
    const transaction: Transaction = {
      id: Buffer.from(randomUUID()).toString('base64'),
      readOnly,
      version: readTime === undefined || readTime === null ? now : parseVersion(readTime),
      began: now,
      names: new Set(),
      queries: [],
    }
    this.#open.set(transaction.id, transaction)
    return transaction
  }

  /** @throws ABORTED if the transaction has ended or expired */
  requireOpen(id: string): Transaction {
    const transaction = this.#open.get(id)
    if (!transaction || transaction.began < this.#store.readVersion() - LIFE_MICROS) throw expired()
    return transaction
  }

  /** Returns the documents at the transaction's version. */
  snapshot({ version }: Transaction): Snapshot {
    const snapshot = this.#store.snapshotAt(version)
    if (!snapshot) throw expired()
    return snapshot
  }

  /**
   * Ends a transaction, and throws ABORTED if its reads conflict with other commits. The caller must commit the writes
   * in the same turn of the event loop.
   */
  finish(id: string, writes: readonly Write[]): void {
    const transaction = this.requireOpen(id)
    if (transaction.readOnly && writes.length > 0)
      throw invalidArgument('Cannot modify entities in a read-only transaction.')
    this.end(id)
    if (transaction.readOnly) return
    const since = this.#store.commitsSince(transaction.version)
    if (!since) throw expired()
    const { names, queries } = transaction
    const conflict = since
      .flatMap(({ changes }) => changes)
      .find(
        ({ name, before, after }) =>
          names.has(name) ||
          queries.some((query) => (before && matchesQuery(query, before)) || (after && matchesQuery(query, after))),
      )
    if (conflict)
      throw new FirestoreError('ABORTED', `Transaction conflict: ${conflict.name} has changed. Please try again.`)
  }

  /** Ends a transaction. Does nothing if the transaction has already ended. */
  end(id: string): void {
    this.#open.delete(id)
  }
}

const expired = () => new FirestoreError('ABORTED', 'The referenced transaction has expired or is no longer valid.')
