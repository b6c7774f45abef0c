import * as z from 'zod/mini'
import { type LogEntry } from '#domain/entry/entry.ts'
import { FALLBACK_LEVEL } from '#domain/entry/levels.ts'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'

const texts = z.catch(z.array(z.string()), [])

/** A timestamp of either the full or the lite SDK. */
const Stamp = z.custom<{ toMillis(): number }>(
  (value) => typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function',
)
const Milliseconds = z.pipe(
  Stamp,
  z.transform((stamp) => stamp.toMillis()),
)
const time = z.catch(z.nullable(Milliseconds), null)

/**
 * A stored entry, of any version of the app. An unreadable field falls back to a default, so that no text is ever
 * hidden.
 */
const LogDocument = z.object({
  content: z.catch(z.string(), ''),
  logLevel: z.catch(z.optional(z.string()), undefined),
  level: z.catch(z.optional(z.string()), undefined),
  timestamp: time,
  lastUpdated: time,
  updatedAt: time,
  goals: texts,
  tags: texts,
  deleted: z.catch(z.nullable(z.boolean()), null),
  deletedAt: time,
  eyesOnly: z.catch(z.boolean(), false),
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

/** @param queued whether the entry was written on this device and is not confirmed by the server */
export function logOf(id: string, data: unknown, queued: boolean): LogEntry {
  const { logLevel, level, metadata, deleted, aiSuggestions: suggestions, ...fields } = LogDocument.parse(data)
  return {
    id,
    level: logLevel ?? level ?? FALLBACK_LEVEL,
    queued,
    suggestions,
    deleted: deleted === true,
    listed: deleted === false && fields.timestamp !== null,
    ...fields,
    ...metadata,
  }
}
