import { parse, stringify } from 'yaml'
import * as z from 'zod/mini'
import { isoDay, timeText } from './clock.ts'
import { DIAL } from './frequency.ts'
import { isLogId, newestFirst, type LogEntry } from './log.ts'

/**
 * An entry as an archive holds it: what a person gave it, and when and where they wrote it. Times are written as
 * `2026-11-16T07:42:00.000Z`; what an entry does not have is left out. Times and zones that are none cost an entry
 * nothing else (`domain/importing.ts`).
 */
const ArchivedEntry = z.object({
  id: z.optional(z.string().check(z.refine(isLogId, { error: 'is no id' }))),
  time: z.optional(z.string()),
  updated: z.optional(z.string()),
  level: z.optional(z.string()),
  goals: z._default(z.array(z.string()), []),
  tags: z._default(z.array(z.string()), []),
  eyesOnly: z.optional(z.boolean()),
  frequency: z.optional(z.number().check(z.gte(DIAL.low), z.lte(DIAL.high))),
  timeZone: z.optional(z.string()),
  clientTime: z.optional(z.string()),
})

/** Everything of an entry but its text. */
export type EntryHead = z.infer<typeof ArchivedEntry>

const FORMAT = 'sitrep'
const VERSION = 1
const RULE = '---\n'

/** An archive in JSON; its entries are read one by one, so that one that is faulty costs no other. */
export const Archive = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION, { error: 'was written by a newer version of SITREP' }),
  entries: z.array(z.unknown()),
})

export const ArchivedEntryWithText = z.extend(ArchivedEntry, { content: z.string() })

export function headOf(entry: LogEntry): EntryHead {
  const { id, level, goals, tags, eyesOnly, timestamp, updatedAt, frequency, timeZone, clientTime } = entry
  return {
    id,
    ...(timestamp === null ? {} : { time: iso(timestamp) }),
    ...(updatedAt === null || updatedAt === timestamp ? {} : { updated: iso(updatedAt) }),
    level,
    goals: [...goals],
    tags: [...tags],
    ...(eyesOnly ? { eyesOnly } : {}),
    ...(frequency === null ? {} : { frequency }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(clientTime === null ? {} : { clientTime: iso(clientTime) }),
  }
}

/** All entries as JSON, newest first. */
export function archiveText(entries: readonly LogEntry[]): string {
  const all = entries.toSorted(newestFirst).map((entry) => ({ ...headOf(entry), content: entry.content }))
  return `${JSON.stringify({ format: FORMAT, version: VERSION, entries: all }, null, 2)}\n`
}

/** One entry as a Markdown file: its head in YAML between two rules, then its text to the letter. */
export const markdownFile = (entry: LogEntry): string => `${RULE}${stringify(headOf(entry))}${RULE}${entry.content}`

/** A Markdown file in its parts; without a head it is all text. */
export function readMarkdownFile(text: string): { readonly head: EntryHead | undefined; readonly content: string } {
  const plain = text.replace(/^\uFEFF/, '')
  const found = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(plain)
  if (!found || found.index !== 0) return { head: undefined, content: plain }
  const content = plain.slice(found[0].length)
  const read: unknown = parse(found[1] ?? '')
  const head = ArchivedEntry.safeParse(read ?? {})
  if (!head.success) throw new Error(faultText(head.error))
  // Others leave an empty line below the head.
  return { head: head.data, content: head.data.id === undefined ? content.replace(/^(?:[ \t]*\r?\n)+/, '') : content }
}

/** `2026/2026-11-16 0842 a1b2c3.md`: sorted by name the files are sorted by time, and no two have the same. */
export function markdownFileName({ id, timestamp }: LogEntry): string {
  if (timestamp === null) return `undated/${id}.md`
  const day = isoDay(timestamp)
  return `${day.slice(0, 4)}/${day} ${timeText(timestamp).replace(':', '')} ${id}.md`
}

/** What is wrong, at its first place: `goals.2 is no text`. */
export function faultText(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'It'}: ${issue.message}` : 'It cannot be read.'
}

const iso = (time: number): string => new Date(time).toISOString()
