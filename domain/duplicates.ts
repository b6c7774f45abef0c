import type { ImportedEntry } from './importing.ts'

/** What of a reading is new, and what is there already: the same id, or the same text of the same minute. */
export function sortOut(
  entries: readonly ImportedEntry[],
  known: readonly { readonly id: string; readonly timestamp: number | null; readonly content: string }[],
): { readonly fresh: readonly ImportedEntry[]; readonly there: readonly ImportedEntry[] } {
  const ids = new Set(known.map(({ id }) => id))
  const texts = new Set(known.map(({ timestamp, content }) => textKey(timestamp ?? 0, content)))
  const fresh: ImportedEntry[] = []
  const there: ImportedEntry[] = []
  for (const entry of entries) {
    const key = textKey(entry.time, entry.content)
    if (ids.has(entry.id) || texts.has(key)) there.push(entry)
    else fresh.push(entry)
    ids.add(entry.id)
    texts.add(key)
  }
  return { fresh, there }
}

const textKey = (time: number, content: string): string => `${Math.floor(time / 60_000)}\n${content}`
