import {
  limit,
  query,
  startAfter,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase/firestore'

/** The largest number of documents per query that the security rules allow. */
export const MAX_DOCUMENTS_PER_QUERY = 500

/**
 * Yields all results of a query, page by page.
 * @param read `getDocsFromServer`, or `getDocs`, which reads from the cache if the server is unreachable
 */
export async function* pagesOf(
  all: Query,
  pageSize: number,
  read: (page: Query) => Promise<QuerySnapshot>,
): AsyncIterable<readonly QueryDocumentSnapshot[]> {
  let last: readonly QueryDocumentSnapshot[] = []
  for (;;) {
    const { docs } = await read(query(all, ...last.map((one) => startAfter(one)), limit(pageSize)))
    if (docs.length > 0) yield docs
    if (docs.length < pageSize) return
    last = docs.slice(-1)
  }
}
