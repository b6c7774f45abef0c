import { Timestamp, type QueryDocumentSnapshot, type DocumentSnapshot } from 'firebase/firestore'
import * as z from 'zod/mini'
import { FALLBACK_LEVEL, type LogEntry } from '#domain/log.ts'

const texts = z.catch(z.array(z.string()), [])
const time = z.catch(
  z.nullable(
    z.pipe(
      z.instanceof(Timestamp),
      z.transform((stamp) => stamp.toMillis()),
    ),
  ),
  null,
)

/** A stored entry, whoever wrote it: what cannot be read falls back field by field, so that no text is ever hidden. */
const LogDocument = z.object({
  content: z.catch(z.string(), ''),
  logLevel: z.catch(z.optional(z.string()), undefined),
  level: z.catch(z.optional(z.string()), undefined),
  timestamp: time,
  lastUpdated: time,
  goals: texts,
  tags: texts,
  deleted: z.catch(z.boolean(), false),
})

/** Reads a document; a server time that is still to come is the local clock. */
export function logOf(snapshot: QueryDocumentSnapshot | DocumentSnapshot): LogEntry {
  const { logLevel, level, ...fields } = LogDocument.parse(snapshot.data({ serverTimestamps: 'estimate' }))
  return {
    id: snapshot.id,
    level: logLevel ?? level ?? FALLBACK_LEVEL,
    queued: snapshot.metadata.hasPendingWrites,
    ...fields,
  }
}
