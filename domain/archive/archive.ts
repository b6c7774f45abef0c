import { stringify } from 'yaml'
import * as z from 'zod/mini'
import { isoDay, timeText } from '#domain/clock.ts'
import { storedParts, type EntryContent } from '#domain/entry/content.ts'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'

/**
 * The fields of an entry in an archive, except its text. Times are written as `2026-11-16T07:42:00.000Z`; missing
 * values are omitted.
 */
type ArchivedFields = Partial<Omit<EntryContent, 'content'>> & {
  readonly id: string
  readonly time?: string
  readonly updated?: string
  readonly frequency?: number
  readonly timeZone?: string
  readonly clientTime?: string
}

const FORMAT = 'sitrep'
const VERSION = 1
const FRONT_MATTER_FENCE = '---\n'
/** Quotes texts with line breaks, because the library's block scalars lose some spaces and line breaks. */
const YAML_OPTIONS = { blockQuote: false, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY } as const

/** A JSON archive. Entries are parsed one by one, so that an invalid one does not affect the others. */
export const Archive = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  entries: z.array(z.unknown()),
})

function archivedFieldsOf(entry: LogEntry): ArchivedFields {
  const { id, timestamp, updatedAt, frequency, timeZone, clientTime } = entry
  const { content: _, ...parts } = storedParts(entry)
  return {
    id,
    ...(timestamp === null ? {} : { time: isoTime(timestamp) }),
    ...(updatedAt === null || updatedAt === timestamp ? {} : { updated: isoTime(updatedAt) }),
    ...parts,
    ...(frequency === null ? {} : { frequency }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(clientTime === null ? {} : { clientTime: isoTime(clientTime) }),
  }
}

/** Serializes all entries as JSON, newest first. */
export function archiveText(entries: readonly LogEntry[]): string {
  const all = entries
    .toSorted(compareNewestFirst)
    .map((entry) => ({ ...archivedFieldsOf(entry), content: entry.content }))
  return `${JSON.stringify({ format: FORMAT, version: VERSION, entries: all }, null, 2)}\n`
}

/** Serializes an entry as a Markdown file: YAML front matter, then the unchanged text. */
export const markdownFile = (entry: LogEntry): string =>
  `${FRONT_MATTER_FENCE}${stringify(archivedFieldsOf(entry), YAML_OPTIONS)}${FRONT_MATTER_FENCE}${entry.content}`

/** Returns a unique file name such as `2026/2026-11-16 0842 a1b2c3.md`. File names sort by time. */
export function markdownFileName({ id, timestamp }: LogEntry): string {
  if (timestamp === null) return `undated/${id}.md`
  const day = isoDay(timestamp)
  return `${day.slice(0, 4)}/${day} ${timeText(timestamp).replace(':', '')} ${id}.md`
}

const isoTime = (time: number): string => new Date(time).toISOString()
