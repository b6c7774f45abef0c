import { parseDay } from '#domain/activity/activity.ts'
import { localTime } from '#domain/clock.ts'
import { foldText } from '#domain/text/fold.ts'
import { goalOf } from '#domain/entry/goals.ts'
import { TASK_PREFIX, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { SPACELESS_SCRIPTS } from '#domain/text/spaceless.ts'
import { hasTag } from '#domain/entry/tagNames.ts'

/** Limits of saved searches. The security rules enforce them too. */
export const MAX_SAVED_SEARCHES = 20
export const MAX_SEARCH_CHARACTERS = 200

/** `to` is exclusive. */
export type TextRange = { readonly from: number; readonly to: number }

export type Condition = {
  readonly kind: 'word' | 'phrase' | FilterKey
  /** The value as typed, without quotation marks. */
  readonly value: string
  /** Whether the condition is negated. */
  readonly not: boolean
}

export type SearchQuery = {
  readonly conditions: readonly Condition[]
  /** Messages for the user about invalid parts. The valid parts of the search still apply. */
  readonly errors: readonly string[]
}

type FilterKey = 'level' | 'tag' | 'goal' | 'after' | 'before' | 'on' | 'mhz' | 'is' | 'has'

type Filter = {
  /** Description of valid values, for the help and for error messages. */
  readonly expects: string
  /** Returns the test for a value; undefined if the value is invalid. */
  readonly test: (value: string) => EntryTest | undefined
}

type EntryTest = (entry: LogEntry) => boolean

const IS_TESTS: { readonly [name: string]: EntryTest } = {
  edited: ({ lastUpdated, timestamp }) => lastUpdated !== null && timestamp !== null && lastUpdated > timestamp,
  queued: ({ queued }) => queued,
  untagged: ({ tags }) => tags.length === 0,
  open: ({ goals }) => goals.some((goal) => !goalOf(goal).done),
  done: ({ goals }) => goals.length > 0 && goals.every((goal) => goalOf(goal).done),
}

const TASK = new RegExp(String.raw`${TASK_PREFIX}\[[ x]\]\s`, 'im')
const OPEN_TASK = new RegExp(String.raw`${TASK_PREFIX}\[ \]\s`, 'm')

const HAS_TESTS: { readonly [name: string]: EntryTest } = {
  goals: ({ goals }) => goals.length > 0,
  tags: ({ tags }) => tags.length > 0,
  tasks: ({ content }) => TASK.test(content),
  todo: ({ content }) => OPEN_TASK.test(content),
  link: ({ content }) => /https?:\/\/|mailto:/i.test(content),
  code: ({ content }) => content.includes('`'),
}

/** All filters by name. The help is generated from this list. */
export const FILTERS: { readonly [key in FilterKey]: Filter } = {
  level: {
    expects: `one of ${LOG_LEVELS.map((level) => level.toLowerCase()).join(', ')}`,
    test(value) {
      const wanted = LOG_LEVELS.find((level) => level === value.toUpperCase())
      return wanted && (({ level }) => level === wanted)
    },
  },
  tag: {
    expects: 'a tag',
    test(value) {
      const wanted = value.replace(/^#/, '')
      return wanted === '' ? undefined : ({ tags }) => hasTag(tags, wanted)
    },
  },
  goal: {
    expects: 'a part of a goal',
    test(value) {
      const wanted = foldText(value)
      return wanted === ''
        ? undefined
        : ({ goals }) => goals.some((goal) => foldText(goalOf(goal).text).includes(wanted))
    },
  },
  after: dateFilter((time, day) => time >= day.from),
  before: dateFilter((time, day) => time < day.from),
  on: dateFilter((time, day) => time >= day.from && time < day.to),
  mhz: {
    expects: 'a frequency, e.g. 112.4, or a range, e.g. 105.1-115',
    test(value) {
      const span = parseMegahertz(value)
      return span && (({ frequency }) => frequency !== null && frequency >= span.from && frequency <= span.to)
    },
  },
  is: namedFilter(IS_TESTS),
  has: namedFilter(HAS_TESTS),
}

const MONTHS = 12

/**
 * Matches a word or a quoted phrase, optionally with a filter name or a minus before it. Inside straight quotation
 * marks, `\"` and `\\` are escapes. Phones replace straight quotation marks with curly or angled marks. A phrase in
 * curly marks ends at any curly mark, a phrase in angled marks at any angled mark.
 */
const TOKEN =
  /(?<minus>-?)(?:(?<key>[a-z]+):)?(?:"(?<straight>(?:\\["\\]|[^"])*)"?|[“”„‟](?<curly>[^“”„‟"]*)[“”„‟"]?|[«»](?<angled>[^«»]*)[«»]?|(?<word>\S+))/giu

type Token = {
  readonly not: boolean
  /** The text before a colon, or an empty string. */
  readonly key: string
  readonly value: string
  readonly quoted: boolean
}

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(TOKEN), ({ groups = {} }) => {
    const { minus, key = '', straight, curly, angled, word } = groups
    const phrase = straight?.replace(/\\(["\\])/g, '$1') ?? curly ?? angled
    return { not: minus === '-', key, value: phrase ?? word ?? '', quoted: phrase !== undefined }
  })

/** Serializes a token as the user would type it. Closes an unclosed phrase. */
const tokenText = ({ not, key, value, quoted }: Token): string =>
  `${not ? '-' : ''}${key === '' ? '' : `${key}:`}${quoted ? quote(value) : value}`

const quote = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`

/** Error for a minus without a word to exclude. */
const EMPTY_EXCLUSION_ERROR = 'Write the excluded text directly after the minus sign, e.g. -word or -"some words".'

/** Parses a search as the user types it. An unknown filter name is part of a word, so that `12:30` finds that text. */
export function parseSearch(text: string): SearchQuery {
  const conditions: Condition[] = []
  const errors: string[] = []
  for (const { not, key, value, quoted } of tokensOf(text)) {
    const name = key.toLowerCase()
    const isEmpty = quoted && value.trim() === ''
    if (isFilterKey(name)) {
      if (FILTERS[name].test(value)) conditions.push({ kind: name, value, not })
      else errors.push(`${name}: needs ${FILTERS[name].expects}.`)
    } else if (key !== '') conditions.push({ kind: 'word', value: `${key}:${value}`, not })
    else if (not ? foldText(value).trim() === '' || isFilterName(value) : value === '-')
      errors.push(EMPTY_EXCLUSION_ERROR)
    else if (!isEmpty) conditions.push({ kind: quoted ? 'phrase' : 'word', value, not })
  }
  return { conditions, errors: [...new Set(errors)] }
}

/**
 * Returns a function that tests an entry and its `searchText`. A search word matches only at the start of a word; a
 * phrase matches anywhere. Both are compared after `foldText`.
 */
export function createMatcher({ conditions }: SearchQuery): (entry: LogEntry, text: string) => boolean {
  const tests = conditions.map(({ kind, value, not }) => {
    const test = testOf(kind, value)
    return (entry: LogEntry, text: string) => test(entry, text) !== not
  })
  return (entry, text) => tests.every((test) => test(entry, text))
}

function testOf(kind: Condition['kind'], value: string): (entry: LogEntry, text: string) => boolean {
  if (kind === 'phrase' || kind === 'word') {
    const find = finderOf(kind, value)
    return (_, text) => find(text, 0) !== undefined
  }
  return FILTERS[kind].test(value) ?? (() => false)
}

/**
 * Returns the folded text to search: content, goals and tags, separated by blank lines, so that no phrase matches
 * across two of them.
 */
export const searchableText = ({ content, goals, tags }: LogEntry): string =>
  foldText([content, ...goals.map((goal) => goalOf(goal).text), ...tags].join('\n\n'))

/** Returns the first match in a folded text at or after a position. */
export type TextFinder = (text: string, from: number) => TextRange | undefined

function finderOf(kind: 'word' | 'phrase', value: string): TextFinder {
  const pieces = kind === 'word' ? piecesOf(value) : []
  return pieces.length > 0 ? wordFinder(pieces) : phraseFinder(foldText(value))
}

/**
 * Finds a phrase, or a word without a letter or digit, anywhere in the text. White space in a phrase also matches a
 * line break.
 */
function phraseFinder(sought: string): TextFinder {
  if (sought === '') return () => undefined
  const signs = sought.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const pattern = new RegExp(signs.replace(/\s/g, String.raw`\s`), 'g')
  return (text, from) => {
    pattern.lastIndex = from
    const found = pattern.exec(text)
    return found ? { from: found.index, to: pattern.lastIndex } : undefined
  }
}

/**
 * Finds a word that contains punctuation, such as `e-mail`: its parts in the same order, with only punctuation or
 * spaces between them.
 */
function wordFinder(pieces: readonly string[]): TextFinder {
  const { sign, anywhere, beforeWord, halfFlag } = getPatterns()
  const [first = '', ...others] = pieces
  const rest = new RegExp(
    others
      .map((piece, index) => {
        const isApart = !sign.test(piece) && !sign.test(pieces[index] ?? '')
        return `[^${WORD}${SIGN}]${isApart ? '+' : '*'}${piece.replace(/[$^+|]/g, String.raw`\$&`)}`
      })
      .join(''),
    'vy',
  )
  const begins = anywhere.test(first)
    ? (text: string, at: number) => !sign.test(first) || !halfFlag.test(text.slice(0, at))
    : (text: string, at: number) => {
        // The pattern is slow, and the character before most words is a space.
        const code = text.charCodeAt(at - 1)
        return code < ASCII_END ? !isAsciiWord(code) : beforeWord.test(text.slice(Math.max(0, at - 2), at))
      }
  return (text, from) => {
    for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
      if (!begins(text, at)) continue
      rest.lastIndex = at + first.length
      if (others.length === 0 || rest.test(text)) return { from: at, to: rest.lastIndex }
    }
    return undefined
  }
}

const ASCII_END = 0x80
/** Returns whether the code of an ASCII character is a digit or a letter. Folded texts have no capital letters. */
const isAsciiWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/** Letters, digits and combining marks. Excludes the underscore, which can mark emphasis. */
const WORD = String.raw`[\p{L}\p{N}\p{M}]`
/** Emoji, and signs that are part of a word, as in `C++`, `C#`, `R&D` and `5 €`. */
const SIGN = String.raw`[[\p{S}\u200D#%&@§¶†‡‰]--[\x60]]`

/** Compiled on first use, because compiling the classes of all Unicode letters takes milliseconds on a phone. */
const makePatterns = () => ({
  /** The `#` of a tag in the text, before a word or an emoji. */
  tagSign: new RegExp(`^#+(?=[${WORD}_\\p{So}])`, 'v'),
  piece: new RegExp(`${WORD}+|${SIGN}+`, 'gv'),
  sign: new RegExp(`^${SIGN}`, 'v'),
  /**
   * Matches if a search text starts with a character that may also be found inside a word, such as an emoji or a
   * Chinese character.
   */
  anywhere: new RegExp(`^(?:${SIGN}|[${SPACELESS_SCRIPTS}])`, 'v'),
  beforeWord: new RegExp(`(?:^|[^${WORD}]|[${SPACELESS_SCRIPTS}])$`, 'v'),
  /** A flag emoji is a pair of regional indicators. A match at an odd position would combine halves of two flags. */
  halfFlag: /(?<!\p{RI})\p{RI}(?:\p{RI}{2})*$/v,
})
let cachedPatterns: ReturnType<typeof makePatterns> | undefined
const getPatterns = () => (cachedPatterns ??= makePatterns())

const piecesOf = (value: string): readonly string[] =>
  foldText(value).replace(getPatterns().tagSign, '').match(getPatterns().piece) ?? []

/** Returns the words and phrases that every matching entry contains. */
export const requiredTexts = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ kind, not }) => !not && (kind === 'word' || kind === 'phrase'))

/**
 * Returns whether the entries with the later texts are certainly among the entries with the earlier texts, as is usual
 * while a user types.
 */
export const narrows = (later: readonly Condition[], earlier: readonly Condition[]): boolean =>
  earlier.every((one) => later.some((other) => implies(other, one)))

function implies(later: Condition, earlier: Condition): boolean {
  if (later.kind !== earlier.kind) return false
  if (later.value === earlier.value) return true
  if (later.kind === 'phrase') {
    const sought = foldText(earlier.value)
    // An empty phrase matches no entry.
    return sought !== '' && foldText(later.value).includes(sought)
  }
  const [pieces, begun] = [piecesOf(later.value), piecesOf(earlier.value)]
  const last = begun.length - 1
  return last >= 0 && begun.every((piece, at) => (at < last ? pieces[at] === piece : pieces[at]?.startsWith(piece)))
}

/** Returns finders for the matches to highlight in a found entry. */
export const highlightFinders = ({ conditions }: SearchQuery): readonly TextFinder[] =>
  conditions.flatMap(({ kind, value, not }) =>
    !not && (kind === 'word' || kind === 'phrase') ? [finderOf(kind, value)] : [],
  )

/** Returns the search for a tag. A leading `#` is doubled, because the tag filter strips one. */
export function tagSearch(tag: string): string {
  const value = tag.startsWith('#') ? `#${tag}` : tag
  return `tag:${/^[\p{L}\p{N}\p{M}_/-]+$/u.test(value) ? value : quote(value)}`
}

/** Returns the path of the page that shows the results of a search. */
export const searchPath = (search: string): string => `/?q=${encodeURIComponent(search.toWellFormed())}`

/** Returns the level that a search filters by, if any. */
export const searchedLevel = (query: SearchQuery): string | undefined =>
  query.conditions.find(({ kind, not }) => kind === 'level' && !not)?.value.toUpperCase()

/** Replaces the level filter of a search, or removes it. */
export const withLevelFilter = (text: string, level: string | undefined): string =>
  [
    ...tokensOf(text)
      .filter(({ not, key }) => not || key.toLowerCase() !== 'level')
      .map(tokenText),
    ...(level === undefined ? [] : [`level:${level.toLowerCase()}`]),
  ].join(' ')

const isFilterKey = (name: string): name is FilterKey => Object.hasOwn(FILTERS, name)
const isFilterName = (word: string): boolean => word.endsWith(':') && isFilterKey(word.slice(0, -1).toLowerCase())

function namedFilter(tests: { readonly [name: string]: EntryTest }): Filter {
  return {
    expects: `one of ${Object.keys(tests).join(', ')}`,
    test: (value) => (Object.hasOwn(tests, value.toLowerCase()) ? tests[value.toLowerCase()] : undefined),
  }
}

function dateFilter(test: (time: number, span: TextRange) => boolean): Filter {
  return {
    expects: 'a date, e.g. 2026, 2026-03, 2026-03-01, today or yesterday',
    test(value) {
      const span = parseDateSpan(value)
      return span && (({ timestamp }) => timestamp !== null && test(timestamp, span))
    },
  }
}

function parseMegahertz(value: string): TextRange | undefined {
  const found = /^(\d+(?:\.\d)?)(?:-(\d+(?:\.\d)?))?$/.exec(value)
  if (!found) return undefined
  const from = Number(found[1])
  return { from, to: found[2] === undefined ? from : Number(found[2]) }
}

/** Parses a year, month or day in the device's time zone. */
function parseDateSpan(value: string): TextRange | undefined {
  const found = /^(\d{4})(?:-(\d{1,2}))?$/.exec(value)
  if (!found) return parseDay(value)
  const year = Number(found[1])
  if (found[2] === undefined) return { from: localTime(year, 1, 1), to: localTime(year + 1, 1, 1) }
  const month = Number(found[2])
  if (month < 1 || month > MONTHS) return undefined
  return {
    from: localTime(year, month, 1),
    to: month === MONTHS ? localTime(year + 1, 1, 1) : localTime(year, month + 1, 1),
  }
}
