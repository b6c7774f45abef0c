import type { ImportedEntry, ImportIssue } from './importedEntry.ts'

type ExistingEntry = { readonly id: string; readonly timestamp: number | null; readonly content: string }

export type PartitionedEntries = {
  readonly fresh: readonly ImportedEntry[]
  readonly duplicates: readonly ImportedEntry[]
  readonly notes: readonly ImportIssue[]
}

/**
 * What of a reading is new, and what is there already: the same text under the same id or of the same minute. Another
 * text under a known id is an entry of its own.
 */
export function partitionDuplicates(
  entries: readonly ImportedEntry[],
  existing: readonly ExistingEntry[],
): PartitionedEntries {
  const byId = new Map(existing.map(({ id, content }) => [id, comparableText(content)]))
  const texts = new Set(
    existing.flatMap(({ timestamp, content }) =>
      [timestamp ?? 0, exportedTime(timestamp ?? 0)].map((time) => textKey(time, content)),
    ),
  )
  // The last id that another text got for each: of ten thousand under one, not all are tried for each.
  const assignedIds = new Map<string, string>()
  const fresh: ImportedEntry[] = []
  const duplicates: ImportedEntry[] = []
  const notes: ImportIssue[] = []
  for (const entry of entries) {
    const key = textKey(entry.time, entry.content)
    if (texts.has(key) || byId.get(entry.id) === comparableText(entry.content)) duplicates.push(entry)
    else {
      const id = unusedId(assignedIds.get(entry.id) ?? entry.id, byId)
      assignedIds.set(entry.id, id)
      if (id !== entry.id) notes.push({ where: entry.where, what: ID_TAKEN_NOTE })
      fresh.push({ ...entry, id })
      byId.set(id, comparableText(entry.content))
    }
    texts.add(key)
  }
  return { fresh, duplicates, notes }
}

/** What is said of another text under an id that is taken. */
export const ID_TAKEN_NOTE = 'Another text has its id: it becomes an entry of its own.'

/** The longest id that can have a number put behind it. */
const MAX_ID_CHARACTERS = 110

/** An id for another text that came under the same one, which none has: `a`, `a--2`, `a--3`. */
export function unusedId(id: string, taken: { has: (id: string) => boolean }): string {
  let candidate = id
  while (taken.has(candidate)) candidate = nextId(candidate)
  return candidate
}

function nextId(id: string): string {
  const [, start = id, number = '1'] = /^(.*)--(\d+)$/.exec(id) ?? []
  return `${start.slice(0, MAX_ID_CHARACTERS)}--${Number(number) + 1}`
}

/** Whether two texts are the same; line breaks of other systems make no other text. */
export const isSameText = (a: string, b: string): boolean => comparableText(a) === comparableText(b)

const comparableText = (content: string): string => content.replaceAll(/\r\n?/g, '\n')

/**
 * The time that is read from an export: its stamp has no seconds, is the same for both hours when a clock is put back,
 * and leaves out those that zones of old times differ by.
 */
const exportedTime = (time: number): number => new Date(time).setSeconds(0, 0)

/** Times are told apart by the minute: exports write no seconds. */
export const minuteOf = (time: number): number => Math.floor(time / 60_000)

const textKey = (time: number, content: string): string => `${minuteOf(time)}\n${comparableText(content)}`
