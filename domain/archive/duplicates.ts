import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'
import type { ImportedEntry, ImportIssue } from './importedEntry.ts'

type ExistingEntry = { readonly id: string; readonly timestamp: number | null; readonly content: string }

export type PartitionedEntries = {
  readonly fresh: readonly ImportedEntry[]
  readonly duplicates: readonly ImportedEntry[]
  readonly notes: readonly ImportIssue[]
}

/**
 * Splits imported entries into new ones and duplicates. An imported entry is a duplicate if another entry has the same
 * text and also the same id or the same minute. An imported entry with a known id but another text gets a new id.
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
  // The last id assigned for each original id. Without it, each of ten thousand entries with the same id would try all
  // ids that are already taken.
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
      if (id !== entry.id) notes.push({ where: entry.where, what: IMPORT_ISSUE.idInUse })
      fresh.push({ ...entry, id })
      byId.set(id, comparableText(entry.content))
    }
    texts.add(key)
  }
  return { fresh, duplicates, notes }
}

/** The database's limit is higher, which leaves room for a number after the id. */
const MAX_ID_CHARACTERS = 110

/** Returns an unused id derived from a taken one: `a`, `a--2`, `a--3`. */
export function unusedId(id: string, taken: { has: (id: string) => boolean }): string {
  let candidate = id
  while (taken.has(candidate)) candidate = nextId(candidate)
  return candidate
}

function nextId(id: string): string {
  const [, start = id, number = '1'] = /^(.*)--(\d+)$/.exec(id) ?? []
  return `${start.slice(0, MAX_ID_CHARACTERS)}--${Number(number) + 1}`
}

/** Compares two texts regardless of their line endings. */
export const isSameText = (a: string, b: string): boolean => comparableText(a) === comparableText(b)

const comparableText = (content: string): string => content.replaceAll(/\r\n?/g, '\n')

/**
 * Returns the time that an entry would have after an export and an import. The stamp in an export is a local time
 * without seconds and without UTC offset, so the result can differ from the original time.
 */
const exportedTime = (time: number): number => new Date(time).setSeconds(0, 0)

/** Times are compared by the minute, because exports omit the seconds. */
export const minutesSinceEpoch = (time: number): number => Math.floor(time / 60_000)

const textKey = (time: number, content: string): string => `${minutesSinceEpoch(time)}\n${comparableText(content)}`
