import type { BulkWriter, DocumentReference, Query, QueryDocumentSnapshot, WriteResult } from 'firebase-admin/firestore'
import type { DataDeps } from './deps.ts'

export type SweepDeps = DataDeps & {
  /** Told of each document or person that failed; the others go on. */
  readonly onError: (error: unknown) => void
}

/** What a sweep did: for the log. */
export type SweepResult = { readonly done: number; readonly failed: number }

/**
 * So many people are in memory, and looked at side by side. A stored document has 1 MiB at most, whatever rules it was
 * written under, and an instance has 512 MiB.
 */
const USERS_PER_PAGE = 50

/** A commit takes 500 writes at most. */
const BATCH = 400

/** A scheduled function ends after 540 s; what is being done for people has the rest to end in. */
const MAX_MS = 500_000

const UID_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Where a sweep over people begins. It need not be anybody's uid.
 * @param random 0 up to but not including 1
 */
export const randomUid = (random: () => number): string =>
  Array.from({ length: 2 }, () => UID_LETTERS[Math.floor(random() * UID_LETTERS.length)]).join('')

/**
 * Does something for each person whose document a query finds, page by page in the order of the names. It begins at
 * `start`, goes on from the first when it has reached the last, and ends before its time is up. Where `start` is random,
 * each run that is out of time leaves out others.
 * @param query selects no more fields than `work` reads
 * @param start of the same collection; it need not exist
 * @param sweepUser resolves with how much it did
 * @returns `complete` is false where the time was up before everyone had their turn
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
 * Changes every document that a query finds, page by page. Of each it reads one field, so their size does not matter.
 * One that cannot be changed costs no other. Cut off, it goes on at its next run.
 * @param query has no order of its own
 * @param field what the documents are ordered by
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
