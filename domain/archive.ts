import * as z from 'zod/mini'
import { isoDay, timeText } from './clock.ts'
import { newestFirst, type LogEntry } from './log.ts'

/**
 * An entry as an archive holds it: everything a person gave it, and when and where they wrote it. Times are
 * `2026-11-16T07:42:00.000Z`; what an entry does not have is left out.
 */
export type ArchivedEntry = {
  readonly id: string
  readonly time?: string
  readonly updated?: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  readonly frequency?: number
  readonly timeZone?: string
  readonly clientTime?: string
  readonly content: string
}

/** What an archive in JSON is: `entries` newest first. */
export type Archive = {
  readonly format: typeof FORMAT
  readonly version: 1
  readonly exported: string
  readonly entries: readonly ArchivedEntry[]
}

export const FORMAT = 'sitrep'

const isoTime = z.string().check(
  z.refine((text) => !Number.isNaN(Date.parse(text)), { error: 'is no date and time' }),
)

/** One entry of an archive, wherever it is from: what may be missing is. */
export const ArchivedEntrySchema = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/, { error: 'is no id' })),
  time: z.optional(isoTime),
  updated: z.optional(isoTime),
  level: z.string(),
  goals: z._default(z.array(z.string()), []),
  tags: z._default(z.array(z.string()), []),
  frequency: z.optional(z.number()),
  timeZone: z.optional(z.string()),
  clientTime: z.optional(isoTime),
  content: z.string(),
})

export function archivedEntry(entry: LogEntry): ArchivedEntry {
  const { id, level, goals, tags, content, frequency, timeZone } = entry
  return {
    id,
    ...timed('time', entry.timestamp),
    ...timed('updated', entry.updatedAt ?? null),
    level,
    goals,
    tags,
    ...(frequency === null ? {} : { frequency }),
    ...(timeZone === null ? {} : { timeZone }),
    ...timed('clientTime', entry.clientTime),
    content,
  }
}

const timed = <Key extends string>(key: Key, time: number | null): { readonly [key in Key]?: string } | object =>
  time === null ? {} : { [key]: new Date(time).toISOString() }

export function archiveText(entries: readonly LogEntry[], now: number): string {
  const archive: Archive = {
    format: FORMAT,
    version: 1,
    exported: new Date(now).toISOString(),
    entries: entries.toSorted(newestFirst).map(archivedEntry),
  }
  return `${JSON.stringify(archive, null, 2)}\n`
}

/** `2026/2026-11-16 0842 a1b2c3.md`: sorted by name they are sorted by time, and no two are the same. */
export function markdownFileName({ id, timestamp }: LogEntry): string {
  if (timestamp === null) return `undated/${id}.md`
  const day = isoDay(timestamp)
  return `${day.slice(0, 4)}/${day} ${timeText(timestamp).replace(':', '')} ${id}.md`
}
