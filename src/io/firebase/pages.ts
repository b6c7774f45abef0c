import {
  limit,
  query,
  startAfter,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase/firestore'

/** The most entries that the rules let one query read. */
export const MAX_PER_QUERY = 500

/**
 * All that a query finds, page after page.
 * @param pageSize on a page
 * @param read the server alone, or the device where the server cannot be reached
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
