import { randomUUID } from 'node:crypto'
import { FirestoreError, invalidArgument } from '#local/firestore/core/errors.ts'
import { objectAt, rejectUnknownKeys } from '#local/firestore/core/json.ts'
import { matchesQuery, type Query } from '#local/firestore/core/query.ts'
import type { Store } from '#local/firestore/core/store.ts'
import type { Snapshot } from '#local/firestore/core/snapshot.ts'
import type { Write } from '#local/firestore/core/writes.ts'
import { parseVersion } from './messages.ts'

/** The lifetime of a transaction: the limit of the official service. */
const LIFE_MICROS = 270_000_000

/** The documents and queries that a transaction has read, all at one version. */
export type Transaction = {
  readonly id: string
  readonly readOnly: boolean
  readonly version: number
  /** The time of its start, which differs from `version` for a transaction that reads the past. */
  readonly began: number
  readonly names: Set<string>
  readonly queries: Query[]
}

/**
 * Optimistic transactions: all reads see one snapshot, and the commit is ABORTED if a document or result that was read
 * has changed since. The SDKs then retry. Without locks, other writers never wait.
 */
export class Transactions {
  readonly #store: Store
  readonly #open = new Map<string, Transaction>()

  constructor(store: Store) {
    this.#store = store
  }

  /** @param options a `TransactionOptions` message; read-write by default */
  begin(options: unknown): Transaction {
    const object = objectAt(options, 'options')
    rejectUnknownKeys(object, ['readOnly', 'readWrite', 'concurrencyMode'], 'options')
    const readOnly = object['readOnly'] !== undefined && object['readOnly'] !== null
    const { readTime } = objectAt(object['readOnly'], 'readOnly')
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
   * Ends a transaction before its writes are committed in the same turn of the event loop. Throws ABORTED on a
   * conflict.
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

  /** Idempotent. */
  end(id: string): void {
    this.#open.delete(id)
  }
}

const expired = () => new FirestoreError('ABORTED', 'The referenced transaction has expired or is no longer valid.')
