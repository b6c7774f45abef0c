/** A classification level, as stored. */
export type LogLevel = 'TACTICAL' | 'INTEL' | 'ALERT' | 'FIELD'

export const LOG_LEVELS: readonly LogLevel[] = ['TACTICAL', 'INTEL', 'ALERT', 'FIELD']

/** What a new entry starts with (specification §3). */
export const DEFAULT_LEVEL: LogLevel = 'TACTICAL'

/** What a stored entry without a level is shown as (specification §3). */
export const FALLBACK_LEVEL: LogLevel = 'FIELD'

/** One journal entry as the app sees it. Times are milliseconds since 1970. */
export type LogEntry = {
  readonly id: string
  readonly content: string
  /** One of LOG_LEVELS, or an unknown text of an older writer, which is shown as it is. */
  readonly level: string
  /** A pending server time is the local clock; null is a document whose time is missing or unreadable. */
  readonly timestamp: number | null
  readonly lastUpdated: number | null
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  readonly deleted: boolean
  /** Written on this device and not yet confirmed by the server. */
  readonly queued: boolean
}

/** What a person gives to make an entry. */
export type NewEntry = { readonly content: string; readonly level: LogLevel }

/**
 * The most that the database takes: security rules refuse more. Their second limit, 200,000 bytes, needs no check
 * here, because 50,000 UTF-16 units are at most 150,000 bytes.
 */
const MAX_CONTENT_CHARACTERS = 50_000

/** Cards are clamped to 3 lines; above this many characters they offer to show more (specification §9). */
const SHOW_MORE_ABOVE_CHARACTERS = 200
/** What three lines can show at the widest: no more of a long entry is parsed for a clamped card. */
const EXCERPT_CHARACTERS = 420

const LOG_ID = /^[A-Za-z0-9_-]{1,128}$/

export const isLogLevel = (text: string): text is LogLevel => LOG_LEVELS.some((level) => level === text)

/** Ids as the database makes them; anything else in an address names no entry. */
export const isLogId = (text: string): boolean => LOG_ID.test(text)

export const isBlank = (content: string): boolean => content.trim() === ''

/** Why this text cannot be stored, said to the person who wrote it; undefined if it can. */
export function contentFault(content: string): string | undefined {
  if (content.length > MAX_CONTENT_CHARACTERS)
    return `An entry can have ${grouped(MAX_CONTENT_CHARACTERS)} characters and this one has ${grouped(content.length)}. Shorten it or split it in two; your text is kept here.`
  return undefined
}

export const offersMore = (content: string): boolean => content.length > SHOW_MORE_ABOVE_CHARACTERS

/** The start of a text, cut at a space: all that a clamped card can show. */
export function excerptOf(content: string): string {
  if (content.length <= EXCERPT_CHARACTERS) return content
  const cut = content.lastIndexOf(' ', EXCERPT_CHARACTERS)
  return `${content.slice(0, cut > SHOW_MORE_ABOVE_CHARACTERS ? cut : EXCERPT_CHARACTERS)}…`
}

export const wordCount = (content: string): number => content.match(/\S+/g)?.length ?? 0

/** Newest first; entries of the same time by id, as the database orders them. */
export function newestFirst(a: LogEntry, b: LogEntry): number {
  const order = (b.timestamp ?? 0) - (a.timestamp ?? 0)
  return order !== 0 ? order : a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

const grouped = (number: number): string => number.toLocaleString('en-US')
