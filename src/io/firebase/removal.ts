import { serverTimestamp, Timestamp } from 'firebase/firestore/lite'
import * as z from 'zod/mini'

/** How long the record of a permanent deletion is kept, so that other devices can read it. */
const KEPT_MS = 90 * 86_400_000

/** Returns the record of permanently deleted entries. The server deletes the record at `expireAt`. */
export const toRemoval = (ids: readonly string[]) => ({
  ids,
  at: serverTimestamp(),
  expireAt: Timestamp.fromMillis(Date.now() + KEPT_MS),
})

/** Parses the record of permanently deleted entries. `at` is in milliseconds since 1970. */
export const Removal = z.object({
  ids: z.array(z.string()),
  at: z.pipe(
    z.instanceof(Timestamp),
    z.transform((stamp) => stamp.toMillis()),
  ),
})
