import type { ImportedEntry, ImportFault } from './importedEntry.ts'

type Known = { readonly id: string; readonly timestamp: number | null; readonly content: string }

export type Sorted = {
  readonly fresh: readonly ImportedEntry[]
  readonly there: readonly ImportedEntry[]
  readonly notes: readonly ImportFault[]
}

/**
 * What of a reading is new, and what is there already: the same text under the same id or of the same minute. Another
 * text under a known id is an entry of its own.
 */
export function sortOut(entries: readonly ImportedEntry[], known: readonly Known[]): Sorted {
  const byId = new Map(known.map(({ id, content }) => [id, textOf(content)]))
  const texts = new Set(
    known.flatMap(({ timestamp, content }) =>
      [timestamp ?? 0, stampedTime(timestamp ?? 0)].map((time) => textKey(time, content)),
    ),
  )
  // The last id that another text got for each: of ten thousand under one, not all are tried for each.
  const given = new Map<string, string>()
  const fresh: ImportedEntry[] = []
  const there: ImportedEntry[] = []
  const notes: ImportFault[] = []
  for (const entry of entries) {
    const key = textKey(entry.time, entry.content)
    if (texts.has(key) || byId.get(entry.id) === textOf(entry.content)) there.push(entry)
    else {
      const id = freeId(given.get(entry.id) ?? entry.id, byId)
      given.set(entry.id, id)
      if (id !== entry.id) notes.push({ where: entry.where, what: OF_ITS_OWN })
      fresh.push({ ...entry, id })
      byId.set(id, textOf(entry.content))
    }
    texts.add(key)
  }
  return { fresh, there, notes }
}

/** What is said of another text under an id that is taken. */
export const OF_ITS_OWN = 'Another text has its id: it becomes an entry of its own.'

/** The longest id that can have a number put behind it. */
const MAX_ID_CHARACTERS = 110

/** An id for another text that came under the same one, which none has: `a`, `a--2`, `a--3`. */
export function freeId(id: string, taken: { has: (id: string) => boolean }): string {
  let free = id
  while (taken.has(free)) free = nextId(free)
  return free
}

function nextId(id: string): string {
  const [, start = id, number = '1'] = /^(.*)--(\d+)$/.exec(id) ?? []
  return `${start.slice(0, MAX_ID_CHARACTERS)}--${Number(number) + 1}`
}

/** Whether two texts are the same; line breaks of other systems make no other text. */
export const isSameText = (a: string, b: string): boolean => textOf(a) === textOf(b)

const textOf = (content: string): string => content.replaceAll(/\r\n?/g, '\n')

/**
 * The time that is read from an export: its stamp has no seconds, is the same for both hours when a clock is put back,
 * and leaves out those that zones of old times differ by.
 */
const stampedTime = (time: number): number => new Date(time).setSeconds(0, 0)

/** Times are told apart by the minute: exports write no seconds. */
export const minuteOf = (time: number): number => Math.floor(time / 60_000)

const textKey = (time: number, content: string): string => `${minuteOf(time)}\n${textOf(content)}`
