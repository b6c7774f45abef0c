import type { Query, QueryDocumentSnapshot, WriteBatch } from 'firebase-admin/firestore'

/** A commit takes 500 writes at most. */
const BATCH = 400

/**
 * Changes every document that a query finds, batch by batch, until it finds none: what is changed must not be found
 * again. Cut off, it goes on at its next run.
 * @returns how many documents it changed
 */
export async function inBatches(
  found: Query,
  change: (batch: WriteBatch, document: QueryDocumentSnapshot) => void,
): Promise<number> {
  let changed = 0
  for (;;) {
    const { docs } = await found.limit(BATCH).get()
    const [first] = docs
    if (!first) return changed
    const batch = first.ref.firestore.batch()
    for (const document of docs) change(batch, document)
    await batch.commit()
    changed += docs.length
  }
}
