import { dayNamed } from './activity.ts'
import { localTime } from './clock.ts'
import { goalOf } from './goals.ts'
import { LOG_LEVELS, type LogEntry } from './log.ts'
import { hasTag } from './tags.ts'

/** The rules refuse more (`firestore.rules`). */
export const MAX_SAVED_SEARCHES = 20
export const MAX_SEARCH_CHARACTERS = 200

/** One condition of a search. */
export type Condition = {
  readonly kind: 'word' | 'phrase' | FilterKey
  /** As it was typed, without quotes. */
  readonly value: string
  /** Entries that do not meet it are meant. */
  readonly not: boolean
}

export type SearchQuery = {
  readonly conditions: readonly Condition[]
  /** What is wrong with the search, said to the person who typed it; the rest of it is used. */
  readonly faults: readonly string[]
}

type FilterKey = 'level' | 'tag' | 'goal' | 'after' | 'before' | 'on' | 'mhz' | 'is' | 'has'

type Filter = {
  /** What the filter takes, for the help and for the fault of anything else. */
  readonly takes: string
  /** The test that a value stands for; undefined where it is none. */
  readonly test: (value: string) => Test | undefined
}

type Test = (entry: LogEntry) => boolean

const IS: { readonly [name: string]: Test } = {
  edited: ({ lastUpdated, timestamp }) => lastUpdated !== null && timestamp !== null && lastUpdated > timestamp,
  queued: ({ queued }) => queued,
  untagged: ({ tags }) => tags.length === 0,
  open: ({ goals }) => goals.some((goal) => !goalOf(goal).done),
  done: ({ goals }) => goals.length > 0 && goals.every((goal) => goalOf(goal).done),
}

const HAS: { readonly [name: string]: Test } = {
  goals: ({ goals }) => goals.length > 0,
  tags: ({ tags }) => tags.length > 0,
  tasks: ({ content }) => /^\s*[-*+] \[[ xX]\] /m.test(content),
  todo: ({ content }) => /^\s*[-*+] \[ \] /m.test(content),
  link: ({ content }) => /https?:\/\/|mailto:/i.test(content),
  code: ({ content }) => content.includes('`'),
}

/** The filters of a search, by their names; the help lists them from here. */
export const FILTERS: { readonly [key in FilterKey]: Filter } = {
  level: {
    takes: LOG_LEVELS.map((level) => level.toLowerCase()).join(', '),
    test(value) {
      const wanted = LOG_LEVELS.find((level) => level === value.toUpperCase())
      return wanted && (({ level }) => level === wanted)
    },
  },
  tag: {
    takes: 'a tag',
    test: (value) => (value === '' ? undefined : ({ tags }) => hasTag(tags, value.replace(/^#/, ''))),
  },
  goal: {
    takes: 'a part of a goal',
    test(value) {
      const wanted = fold(value)
      return value === '' ? undefined : ({ goals }) => goals.some((goal) => fold(goalOf(goal).text).includes(wanted))
    },
  },
  after: date((time, day) => time >= day.from),
  before: date((time, day) => time < day.from),
  on: date((time, day) => time >= day.from && time < day.to),
  mhz: {
    takes: 'a frequency as 112.4, or two as 105.1-115',
    test(value) {
      const span = megahertzOf(value)
      return span && (({ frequency }) => frequency !== null && frequency >= span.from && frequency <= span.to)
    },
  },
  is: named(IS),
  has: named(HAS),
}

/** Of a year. */
const MONTHS = 12

const TOKEN = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi

/** Reads a search as somebody types it. What is no filter is a word, so that `12:30` is found as it stands. */
export function parseSearch(text: string): SearchQuery {
  const conditions: Condition[] = []
  const faults: string[] = []
  for (const [whole, minus, key, quoted, word] of text.matchAll(TOKEN)) {
    const not = minus === '-'
    const value = quoted ?? word ?? ''
    const name = key?.toLowerCase() ?? ''
    if (isFilterKey(name)) {
      if (FILTERS[name].test(value)) conditions.push({ kind: name, value, not })
      else faults.push(`${name}: takes ${FILTERS[name].takes}.`)
    } else if (key !== undefined) conditions.push({ kind: 'word', value: not ? whole.slice(1) : whole, not })
    else if (quoted !== undefined) {
      if (quoted.trim() !== '') conditions.push({ kind: 'phrase', value: quoted, not })
    } else if (value !== '') conditions.push({ kind: 'word', value, not })
  }
  return { conditions, faults }
}

/**
 * Tells of an entry and its `searchText` whether it is meant. Words match the beginnings of words, phrases any place,
 * without regard to case and accents.
 */
export function matcher({ conditions }: SearchQuery): (entry: LogEntry, text: string) => boolean {
  const tests = conditions.map(({ kind, value, not }) => {
    const test = testOf(kind, value)
    return (entry: LogEntry, text: string) => test(entry, text) !== not
  })
  return (entry, text) => tests.every((test) => test(entry, text))
}

function testOf(kind: Condition['kind'], value: string): (entry: LogEntry, text: string) => boolean {
  if (kind === 'phrase') {
    const phrase = fold(value)
    return (_, text) => text.includes(phrase)
  }
  if (kind === 'word') {
    const words = wordsOf(value)
    return (_, text) => words.every((word) => hasWord(text, word))
  }
  return FILTERS[kind].test(value) ?? (() => false)
}

/** What words are looked for in: the text, the goals and the tags, folded. */
export const searchText = ({ content, goals, tags }: LogEntry): string =>
  fold(`${content}\n${goals.map((goal) => goalOf(goal).text).join('\n')}\n${tags.join('\n')}`)

/** Words without case and accents. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Scripts that are written without spaces: each letter is a word, so that any part of a sentence is found. Made when it
 * is used, as in `tags.ts`.
 */
const anyWord = () =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{N}_]|$)/gu

/** The words of a text, folded, as the index holds them. */
export const wordsOf = (text: string): readonly string[] => fold(text).match(anyWord()) ?? []

/** The words that are looked for, by which the index narrows the journal down. */
export const neededWords = ({ conditions }: SearchQuery): readonly string[] =>
  conditions.flatMap(({ kind, value, not }) => (kind === 'word' && !not ? wordsOf(value) : []))

/** What is marked in an entry that was found. */
export const markedWords = ({ conditions }: SearchQuery): readonly string[] =>
  conditions.flatMap(({ kind, value, not }) =>
    not ? [] : kind === 'word' ? wordsOf(value) : kind === 'phrase' ? [fold(value)] : [],
  )

/** The search for a tag. */
export const tagSearch = (tag: string): string => `tag:${/\s/.test(tag) ? `"${tag}"` : tag}`

/** The address of what a search finds. */
export const searchPath = (search: string): string => `/?q=${encodeURIComponent(search)}`

/** The level that a search is narrowed to, if it is one. */
export const searchedLevel = (query: SearchQuery): string | undefined =>
  query.conditions.find(({ kind, not }) => kind === 'level' && !not)?.value.toUpperCase()

/** The same search narrowed to a level, or to none. */
export function withLevel(text: string, level: string | undefined): string {
  const rest = text.replace(/(^|\s)level:\S*/gi, '').trim()
  return level === undefined ? rest : `${rest} level:${level.toLowerCase()}`.trim()
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '') || isSpaceless(text[at - 1] ?? '') || isSpaceless(word))
      return true
  return false
}

const isSpaceless = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)

const isFilterKey = (name: string): name is FilterKey => Object.hasOwn(FILTERS, name)

function named(tests: { readonly [name: string]: Test }): Filter {
  return {
    takes: Object.keys(tests).join(', '),
    test: (value) => (Object.hasOwn(tests, value.toLowerCase()) ? tests[value.toLowerCase()] : undefined),
  }
}

type Span = { readonly from: number; readonly to: number }

function date(test: (time: number, span: Span) => boolean): Filter {
  return {
    takes: 'a date as 2026, 2026-03, 2026-03-01, today or yesterday',
    test(value) {
      const span = spanOf(value)
      return span && (({ timestamp }) => timestamp !== null && test(timestamp, span))
    },
  }
}

function megahertzOf(value: string): Span | undefined {
  const found = /^(\d+(?:\.\d)?)(?:-(\d+(?:\.\d)?))?$/.exec(value)
  if (!found) return undefined
  const from = Number(found[1])
  return { from, to: found[2] === undefined ? from : Number(found[2]) }
}

/** The year, month or day that is meant, in the device's time zone. */
function spanOf(value: string): Span | undefined {
  const found = /^(\d{4})(?:-(\d{1,2}))?$/.exec(value)
  if (!found) return dayNamed(value)
  const year = Number(found[1])
  if (found[2] === undefined) return { from: localTime(year, 1, 1), to: localTime(year + 1, 1, 1) }
  const month = Number(found[2])
  if (month < 1 || month > MONTHS) return undefined
  return {
    from: localTime(year, month, 1),
    to: month === MONTHS ? localTime(year + 1, 1, 1) : localTime(year, month + 1, 1),
  }
}
