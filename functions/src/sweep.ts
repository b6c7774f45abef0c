import type { BulkWriter, DocumentReference, Query, QueryDocumentSnapshot, WriteResult } from 'firebase-admin/firestore'
import type { DataDeps } from './deps.ts'

export type SweepDeps = DataDeps & {
  /** Called for each document or user that failed; the sweep continues. */
  readonly onError: (error: unknown) => void
}

export type SweepResult = { readonly done: number; readonly failed: number }

/** The number of users in memory, and the concurrency. A stored document has at most 1 MiB and an instance 512 MiB. */
const USERS_PER_PAGE = 50

/** Below the limit of 500 writes per commit. */
const BATCH = 400

/** A scheduled function is stopped after 540 s. The remaining 40 s are for users whose work has begun. */
const MAX_MS = 500_000

const UID_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns a random position in the order of uids, where a sweep begins.
 * @param random from 0 up to but not including 1
 */
export const randomUid = (random: () => number): string =>
  Array.from({ length: 2 }, () => UID_LETTERS[Math.floor(random() * UID_LETTERS.length)]).join('')

/**
 * Calls `sweepUser` for each document of a query, page by page, ordered by name. Begins at `start`, wraps around after
 * the last document, and stops before the function's timeout. With a random `start`, runs that do not finish skip
 * different users each time.
 * @param query selects only the fields that `sweepUser` reads
 * @param start in the same collection; the document need not exist
 * @param sweepUser resolves with the number of changes
 * @returns `complete` is false if the time ended before every user was visited
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
 * Changes every document of a query, page by page. Reads one field per document, so that document size does not matter.
 * An error affects one document only. After a timeout the next run continues.
 * @param query without an order
 * @param field orders the documents
 */
export async function changeEach(
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
