import type { BulkWriter, DocumentReference, Query, QueryDocumentSnapshot, WriteResult } from 'firebase-admin/firestore'
import type { DataDeps } from './deps.ts'

export type SweepDeps = DataDeps & {
  /** Called with the error for each document or user that could not be processed. The sweep then continues. */
  readonly onError: (error: unknown) => void
}

export type SweepResult = { readonly done: number; readonly failed: number }

/**
 * The number of users that are processed concurrently. A user's document is at most 1 MiB, so the documents of all
 * these users fit in an instance's 512 MiB of memory.
 */
const USERS_PER_PAGE = 50

/** The number of documents per page, below Firestore's limit of 500 writes per commit. */
const BATCH = 400

/**
 * After this time, a sweep starts no new page of users. A scheduled function is stopped after 540 s, so 40 s remain for
 * the current page.
 */
const MAX_MS = 500_000

const UID_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns the first two characters of a random uid, at which a sweep begins.
 * @param random returns a number from 0 up to but not including 1
 */
export const randomUidPrefix = (random: () => number): string =>
  Array.from({ length: 2 }, () => UID_LETTERS[Math.floor(random() * UID_LETTERS.length)]).join('')

/**
 * Calls `sweepUser` for each document of a query, page by page, ordered by document name. Begins at `start`, continues
 * at the beginning of the collection after the last document, and stops before the function's timeout. With a random
 * `start`, different users are skipped each time a sweep stops early.
 * @param query selects only the fields that `sweepUser` reads
 * @param start a document in the same collection; the document need not exist
 * @param sweepUser resolves with the number of changes
 * @returns `complete` is false if the sweep stopped before every user was visited
 */
export async function sweepUsers(
  query: Query,
  start: DocumentReference,
  sweepUser: (userDoc: QueryDocumentSnapshot, onError: SweepDeps['onError']) => Promise<number>,
  { now, onError }: SweepDeps,
): Promise<SweepResult & { readonly complete: boolean }> {
  const began = now()
  let done = 0
  let failures = 0
  const note = (error: unknown): number => {
    failures++
    onError(error)
    return 0
  }
  const ordered = query.orderBy('__name__')
  for (const part of [ordered.startAt(start), ordered.endBefore(start)])
    for await (const page of pagesOf(part, USERS_PER_PAGE)) {
      if (now() - began >= MAX_MS) return { done, failed: failures, complete: false }
      const counts = await Promise.all(page.map((userDoc) => sweepUser(userDoc, note).catch(note)))
      done += counts.reduce((sum, count) => sum + count, 0)
    }
  return { done, failed: failures, complete: true }
}

/**
 * Changes every document of a query, page by page. Loads only one field per document, so that large documents need
 * little memory. If one document cannot be changed, the other documents are still changed. If the function times out,
 * the next scheduled run changes the remaining documents.
 * @param query a query without an order
 * @param field the field that orders the documents
 */
export async function updateEachDocument(
  query: Query,
  field: string,
  change: (writer: BulkWriter, document: QueryDocumentSnapshot) => Promise<WriteResult>,
  onError: SweepDeps['onError'],
): Promise<SweepResult> {
  let done = 0
  let failures = 0
  for await (const documents of pagesOf(query.orderBy(field).select(field), BATCH)) {
    const writer = query.firestore.bulkWriter()
    const changes = documents.map((document) =>
      change(writer, document).then(
        () => done++,
        (error: unknown) => {
          failures++
          onError(error)
        },
      ),
    )
    await writer.close()
    await Promise.all(changes)
  }
  return { done, failed: failures }
}

async function* pagesOf(query: Query, size: number): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  const limited = query.limit(size)
  for (let page = await limited.get(); ;) {
    const last = page.docs.at(-1)
    if (!last) return
    yield page.docs
    if (page.size < size) return
    page = await limited.startAfter(last).get()
  }
}
