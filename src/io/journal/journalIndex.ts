import { entriesOnThisDay, statisticsOf, type Statistics } from '#domain/activity/statistics.ts'
import { compareDeletedFirst, compareNewestFirst, wordCount, type LogEntry } from '#domain/entry/entry.ts'
import { goalOf } from '#domain/entry/goals.ts'
import { tagKey } from '#domain/entry/tagNames.ts'
import {
  createMatcher,
  narrows,
  parseSearch,
  requiredTexts,
  searchableText,
  type Condition,
} from '#domain/search/searchQuery.ts'
import { firstIndex, SortedList } from './sortedList.ts'

export type TagCount = { readonly tag: string; readonly count: number }

export type LookBack = { readonly statistics: Statistics; readonly onThisDay: readonly LogEntry[] }

/** Times in milliseconds since 1970. `to` is exclusive. */
export type TimeSpan = { readonly from: number; readonly to: number }

const PREPARED_BATCH = 200
/** The largest number of earlier goals that are suggested to the user. */
const OFFERED_GOALS = 100

/** An entry with values that are computed at their first use. */
class Row {
  readonly entry: LogEntry
  #text: string | undefined
  #words: number | undefined

  constructor(entry: LogEntry) {
    this.entry = entry
  }

  get text(): string {
    return (this.#text ??= searchableText(this.entry))
  }

  get words(): number {
    return (this.#words ??= wordCount(this.entry.content))
  }

  prepare(): void {
    void this.text
    void this.words
  }
}

/** The in-memory index of a journal. Contains all entries, including the deleted entries. */
export class JournalIndex {
  readonly #rows = new Map<string, Row>()
  /** The entries that are not deleted, the newest first. */
  readonly #current = new SortedList<Row>((a, b) => compareNewestFirst(a.entry, b.entry))
  /** The entries of `#current` that are not listed. There are hardly any. */
  readonly #unlisted = new Set<Row>()
  readonly #trash = new SortedList<Row>((a, b) => compareDeletedFirst(a.entry, b.entry))
  #unprepared: Row[] = []
  /**
   * The words and phrases of the last search, and their beginnings that the user typed before, with the entries that
   * contain them. A search reads only the entries of its longest beginning.
   */
  #typed: { readonly texts: readonly Condition[]; readonly rows: readonly Row[] }[] = []

  put(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      const row = new Row(entry)
      this.#remove(entry.id)
      this.#rows.set(entry.id, row)
      this.#listOf(row).add(row)
      if (entry.deleted) continue
      this.#unprepared.push(row)
      if (!entry.listed) this.#unlisted.add(row)
    }
    this.#typed = []
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#remove(id)
    this.#typed = []
  }

  /**
   * Prepares one batch of the entries for the search and for the statistics, which are slow without this preparation.
   * Returns whether more entries remain.
   */
  prepareSome(): boolean {
    for (const row of this.#unprepared.splice(-PREPARED_BATCH)) row.prepare()
    return this.#unprepared.length > 0
  }

  entry(id: string): LogEntry | undefined {
    return this.#rows.get(id)?.entry
  }

  /** The number of entries that are not deleted. */
  get size(): number {
    return this.#current.items.length
  }

  /** Counts the listed entries in each time span. */
  countSpans(spans: readonly TimeSpan[]): readonly number[] {
    return spans.map((span) => {
      const [start, end] = this.#rangeOf(span)
      const unlisted = [...this.#unlisted].filter(({ entry }) => isIn(span, entry)).length
      return Math.max(0, end - start - unlisted)
    })
  }

  /** Returns the newest entries that are not deleted. Entries without a time come last. */
  list(limit: number) {
    const rows = this.#current.items
    return { entries: entriesOf(rows.slice(0, limit)), hasMore: rows.length > limit }
  }

  /** Returns the listed entries in a time span, the newest first. `to` is exclusive. */
  between(from: number, to: number): readonly LogEntry[] {
    return entriesOf(this.#current.items.slice(...this.#rangeOf({ from, to }))).filter(({ listed }) => listed)
  }

  /** Returns the deleted entries, the most recently deleted entry first. */
  trash(): readonly LogEntry[] {
    return entriesOf(this.#trash.items)
  }

  /** Searches the entries that are not deleted. Returns the number of all matches, and the newest of them. */
  search(text: string, limit = Infinity) {
    const { conditions } = parseSearch(text)
    const texts = requiredTexts(conditions)
    const others = conditions.filter((condition) => !texts.includes(condition))
    const found = rowsThatMeet(others, this.#rowsWith(texts))
    return { total: found.length, entries: entriesOf(found.slice(0, limit)) }
  }

  lookBack(now: number): LookBack {
    const entries = entriesOf(this.#current.items)
    const countWords = ({ id }: LogEntry): number => this.#rows.get(id)?.words ?? 0
    return { statistics: statisticsOf(entries, now, countWords), onThisDay: entriesOnThisDay(entries, now) }
  }

  /** Returns every tag with its number of entries, the most used tag first. Each tag has its most used spelling. */
  tags(): readonly TagCount[] {
    const counts = new Map<string, number>()
    for (const { entry } of this.#current.items)
      for (const tag of entry.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    const byUse = (a: TagCount, b: TagCount) => b.count - a.count || a.tag.localeCompare(b.tag)
    const spellings = Map.groupBy(
      [...counts].map(([tag, count]) => ({ tag, count })),
      ({ tag }) => tagKey(tag),
    )
    return [...spellings.values()]
      .map((all) => ({
        tag: all.toSorted(byUse)[0]?.tag ?? '',
        count: all.reduce((sum, { count }) => sum + count, 0),
      }))
      .toSorted(byUse)
  }

  /** Returns the distinct texts of goals, done or not. The goals of the newest entries come first. */
  goals(): readonly string[] {
    const stored = new Set<string>()
    for (const { entry } of this.#current.items) for (const goal of entry.goals) stored.add(goal)
    return [...new Set(Array.from(stored, (goal) => goalOf(goal).text))].slice(0, OFFERED_GOALS)
  }

  #listOf({ entry }: Row): SortedList<Row> {
    return entry.deleted ? this.#trash : this.#current
  }

  #remove(id: string): void {
    const row = this.#rows.get(id)
    if (!row) return
    this.#rows.delete(id)
    this.#listOf(row).remove(row)
    this.#unlisted.delete(row)
  }

  /** Returns the indexes in `#current` of the first entry in a time span and of the first entry before it. */
  #rangeOf({ from, to }: TimeSpan): readonly [number, number] {
    const indexBefore = (time: number) => firstIndex(this.#current.items, ({ entry }) => timeOf(entry) < time)
    return [indexBefore(to), indexBefore(from)]
  }

  /** Returns the entries that contain these words and phrases, the newest first. */
  #rowsWith(texts: readonly Condition[]): readonly Row[] {
    while (this.#typed.length > 0 && !narrows(texts, this.#typed.at(-1)?.texts ?? [])) this.#typed.pop()
    const candidates = this.#typed.at(-1)?.rows ?? this.#current.items
    const rows = rowsThatMeet(texts, candidates)
    if (rows.length < candidates.length) this.#typed.push({ texts, rows })
    return rows
  }
}

function rowsThatMeet(conditions: readonly Condition[], rows: readonly Row[]): readonly Row[] {
  if (conditions.length === 0) return rows
  const isMeant = createMatcher({ conditions, errors: [] })
  return rows.filter((row) => isMeant(row.entry, row.text))
}

const entriesOf = (rows: readonly Row[]): readonly LogEntry[] => rows.map(({ entry }) => entry)
const timeOf = ({ timestamp }: LogEntry): number => timestamp ?? -Infinity
const isIn = ({ from, to }: TimeSpan, entry: LogEntry): boolean => timeOf(entry) >= from && timeOf(entry) < to
