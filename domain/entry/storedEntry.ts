import * as z from 'zod/mini'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'
import { CONTENT_PARTS, EntryContent, storedParts } from './content.ts'
import type { LogEntry } from './entry.ts'

/** A timestamp of Firestore Lite or of the Admin SDK. */
const Stamp = z.custom<{ toMillis(): number }>(
  (value) => typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function',
)
const Milliseconds = z.pipe(
  Stamp,
  z.transform((stamp) => stamp.toMillis()),
)
const time = z.catch(z.nullable(Milliseconds), null)

const levelName = z.catch(z.optional(z.string()), undefined)

/**
 * The fields of an entry document except its content, which `EntryContent` parses. An unreadable field falls back to a
 * default.
 */
const StoredEntry = z.looseObject({
  /** The name of the level field in the specification. */
  logLevel: levelName,
  /** The name of the level field in documents of older versions. */
  level: levelName,
  timestamp: time,
  lastUpdated: time,
  updatedAt: time,
  deleted: z.catch(z.nullable(z.boolean()), null),
  deletedAt: time,
  aiSuggestions: z.catch(z.nullable(z.extend(StoredSuggestions, { lastAnalyzed: Milliseconds })), null),
  metadata: z.catch(
    z.object({
      clientTime: time,
      timeZone: z.catch(z.nullable(z.string()), null),
      frequency: z.catch(z.nullable(z.number()), null),
    }),
    { clientTime: null, timeZone: null, frequency: null },
  ),
})

/**
 * Parses a stored entry of any version of the app. Each unreadable field falls back to its default, so that no text is
 * ever hidden.
 * @param queued whether the entry was written on this device and is not confirmed by the server
 */
export function parseEntryDocument(id: string, data: unknown, queued: boolean): LogEntry {
  const stored = StoredEntry.parse(data)
  const { timestamp, lastUpdated, updatedAt, deletedAt } = stored
  return {
    id,
    ...readContent({ ...stored, level: stored.logLevel ?? stored.level }),
    timestamp,
    lastUpdated,
    updatedAt,
    deletedAt,
    ...stored.metadata,
    suggestions: stored.aiSuggestions,
    deleted: stored.deleted === true,
    listed: stored.deleted === false && timestamp !== null,
    queued,
  }
}

/** Returns the given parts of an entry as fields of its document. */
export const toDocumentFields = ({ level, ...parts }: Partial<EntryContent>) => ({
  ...parts,
  ...(level !== undefined && { logLevel: level }),
})

/** Returns the content as fields of a new document. */
export const toNewDocumentFields = (content: EntryContent) => toDocumentFields(storedParts(content))

function readContent(fields: { readonly [part: string]: unknown }): EntryContent {
  const whole = EntryContent.safeParse(fields)
  if (whole.success) return whole.data
  const readable = CONTENT_PARTS.filter((part) => EntryContent.shape[part].safeParse(fields[part]).success)
  return EntryContent.parse(Object.fromEntries(readable.map((part) => [part, fields[part]])))
}
