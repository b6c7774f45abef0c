import MiniSearch from 'minisearch'
import { goalOf } from '#domain/entry/goals.ts'
import { idsNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import { createMatcher, requiredWords, parseSearch, searchableText, wordsOf } from '#domain/search/searchQuery.ts'
import { entriesOnThisDay, statisticsOf, type Statistics } from '#domain/activity/statistics.ts'
import { tagKey } from '#domain/entry/tagNames.ts'

export type SearchMatches = {
  readonly total: number
  /** The requested range of the matching entries, the newest first. */
  readonly entries: readonly LogEntry[]
}

export type TagCount = { readonly tag: string; readonly count: number }

/** The number of all entries in the index, and the unlisted entries in the index. */
export type IndexSize = { readonly size: number; readonly unlisted: readonly LogEntry[] }

export type LookBack = { readonly statistics: Statistics; readonly onThisDay: readonly LogEntry[] }

/**
 * The minimum length of a word that is looked up in the index. Shorter words occur in so many entries that scanning all
 * entries is faster.
 */
const MIN_INDEXED_LENGTH = 3
const INDEX_BATCH = 200
/** The largest number of earlier goals that are suggested to the user. */
const OFFERED_GOALS = 100

type Indexed = { readonly id: string; readonly text: string }

/** The in-memory search index of a journal. */
export class SearchIndex {
  readonly #entries = new Map<string, LogEntry>()
  readonly #texts = new Map<string, string>()
  readonly #words = new MiniSearch<Indexed>({
    fields: ['text'],
    tokenize: (text) => [...wordsOf(text)],
    processTerm: (term) => term,
  })
  #order: readonly string[] | undefined
  readonly #unlisted = new Map<string, LogEntry>()
  /** The ids of entries that are not indexed yet. A search scans these entries one by one. */
  readonly #waiting = new Set<string>()

  get size(): number {
    return this.#entries.size
  }

  get unlisted(): readonly LogEntry[] {
    return [...this.#unlisted.values()]
  }

  put(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (entry.listed) this.#unlisted.delete(entry.id)
      else this.#unlisted.set(entry.id, entry)
      this.#entries.set(entry.id, entry)
      this.#texts.set(entry.id, searchableText(entry))
      this.#waiting.add(entry.id)
    }
    this.#order = undefined
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#entries.delete(id)) continue
      this.#texts.delete(id)
      this.#unlisted.delete(id)
      this.#waiting.delete(id)
      if (this.#words.has(id)) this.#words.discard(id)
    }
    this.#order = undefined
  }

  clear(): void {
    this.drop([...this.#entries.keys()])
  }

  /** Indexes one batch of the entries that are not indexed yet. Returns whether more remain. */
  indexSome(): boolean {
    for (const id of [...this.#waiting].slice(0, INDEX_BATCH)) {
      const document = { id, text: this.#texts.get(id) ?? '' }
      if (this.#words.has(id)) this.#words.replace(document)
      else this.#words.add(document)
      this.#waiting.delete(id)
    }
    return this.#waiting.size > 0
  }

  find(search: string, from = 0, to = Infinity): SearchMatches {
    const query = parseSearch(search)
    const isMeant = createMatcher(query)
    const candidates = this.#candidates(requiredWords(query))
    const found: LogEntry[] = []
    for (const id of this.#newestFirst()) {
      if (candidates && !candidates.has(id) && !this.#waiting.has(id)) continue
      const entry = this.#entries.get(id)
      if (entry && isMeant(entry, this.#texts.get(id) ?? '')) found.push(entry)
    }
    return { total: found.length, entries: found.slice(from, to) }
  }

  lookBack(now: number): LookBack {
    const entries = [...this.#entries.values()]
    return { statistics: statisticsOf(entries, now), onThisDay: entriesOnThisDay(entries, now) }
  }

  /** Returns every tag with its number of entries, the most used tag first. Each tag has its most used spelling. */
  tags(): readonly TagCount[] {
    const spellings = new Map<string, Map<string, number>>()
    for (const { tags } of this.#entries.values())
      for (const tag of tags) {
        const counts = spellings.get(tagKey(tag)) ?? new Map<string, number>()
        spellings.set(tagKey(tag), counts.set(tag, (counts.get(tag) ?? 0) + 1))
      }
    const byUse = (a: TagCount, b: TagCount) => b.count - a.count || a.tag.localeCompare(b.tag)
    return [...spellings.values()]
      .map((counts) => {
        const all = [...counts].map(([tag, count]) => ({ tag, count })).toSorted(byUse)
        return { tag: all[0]?.tag ?? '', count: all.reduce((sum, { count }) => sum + count, 0) }
      })
      .toSorted(byUse)
  }

  /** Returns the distinct texts of goals, done or not. The goals of the newest entries come first. */
  goals(): readonly string[] {
    const texts = new Set<string>()
    for (const id of this.#newestFirst())
      for (const goal of this.#entries.get(id)?.goals ?? []) texts.add(goalOf(goal).text)
    return [...texts].slice(0, OFFERED_GOALS)
  }

  /**
   * Returns the ids of indexed entries that contain all these words; undefined if the index cannot narrow the search.
   */
  #candidates(words: readonly string[]): ReadonlySet<string> | undefined {
    const indexed = words.filter((word) => word.length >= MIN_INDEXED_LENGTH)
    if (indexed.length === 0) return undefined
    const results = this.#words.search(
      { combineWith: 'AND', queries: indexed.map((word) => ({ queries: [word], prefix: true })) },
      { tokenize: (text) => [text] },
    )
    return new Set(results.map(({ id }) => String(id)))
  }

  #newestFirst(): readonly string[] {
    this.#order ??= idsNewestFirst(this.#entries)
    return this.#order
  }
}
