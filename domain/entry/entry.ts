import type { EntryContent } from './content.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import type { Suggestions } from '#domain/analysis/suggestions.ts'
import { hasSpacelessScript } from '#domain/text/spaceless.ts'
/** One journal entry. Times are milliseconds since 1970. */
export type LogEntry = EntryContent & {
  readonly id: string
  /**
   * Time of the entry. Until the server confirms it, this is the time of the device's clock. Null if the stored time is
   * missing or unreadable.
   */
  readonly timestamp: number | null
  /** Time of any change to the document; `updatedAt` is the time of the last change to the content. */
  readonly lastUpdated: number | null
  readonly updatedAt: number | null
  /** The result of the last analysis, if any. */
  readonly suggestions: Suggestions | null
  readonly deleted: boolean
  /** Whether the entry appears in lists: its time is readable and it is not deleted. */
  readonly listed: boolean
  readonly deletedAt: number | null
  /** The frequency of the dial when the entry was written, in MHz. */
  readonly frequency: number | null
  /** The device's time when the entry was written; an entry written offline reaches the server later. */
  readonly clientTime: number | null
  readonly timeZone: string | null
  /** Written on this device and not yet confirmed by the server. */
  readonly queued: boolean
}

/** Metadata of an entry, which never changes. */
export type EntryMetadata = {
  readonly clientTime: number
  readonly timeZone: string
  readonly frequency: number
  readonly source: 'typed' | 'voice' | 'import'
}
/** A card clamps a text with more than this many characters to three lines and offers "show more" (specification §9). */
const SHOW_MORE_ABOVE_CHARACTERS = 200
/** Limits how much of a long entry is parsed for a clamped card. Three lines never show this many characters. */
const EXCERPT_CHARACTERS = 420

/** The number of characters that an excerpt shows before the match. */
const EXCERPT_LEAD_CHARACTERS = 60

/** How long a deleted entry can be restored. */
export const TRASH_DAYS = 30

/** Firestore reserves `__…__` and rejects such an id. */
const LOG_ID = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/
/** Returns whether a text has the form of an entry id. */
export const isLogId = (text: string): boolean => LOG_ID.test(text)
/** Returns whether a card clamps a text. Shorter texts are shown whole. */
export const isClampable = (content: string): boolean => content.length > SHOW_MORE_ABOVE_CHARACTERS

/**
 * Returns an excerpt of a text, cut at a space, that is long enough to fill a clamped card.
 * @param around position that must be visible; if necessary, the excerpt starts shortly before it
 */
export function excerptOf(content: string, around = 0): string {
  if (around > SHOW_MORE_ABOVE_CHARACTERS) {
    const isNear = (place: number) => around - place < SHOW_MORE_ABOVE_CHARACTERS
    const starts = [content.lastIndexOf('\n', around), content.lastIndexOf(' ', around - EXCERPT_LEAD_CHARACTERS)]
    const start = starts.map((place) => place + 1).find(isNear) ?? around - EXCERPT_LEAD_CHARACTERS
    return `… ${excerptOf(content.slice(truncateText(content, start).length))}`
  }
  if (content.length <= EXCERPT_CHARACTERS) return content
  // A table is cut after its last row, because a card shows its number of rows.
  const tableRow = /[ \t]*\|[^\n]+(?:\n|$)/y
  tableRow.lastIndex = content.lastIndexOf('\n', EXCERPT_CHARACTERS) + 1
  let tableEnd = 0
  while (tableRow.test(content)) tableEnd = tableRow.lastIndex
  if (tableEnd > EXCERPT_CHARACTERS) return tableEnd < content.length ? `${content.slice(0, tableEnd)}\n…` : content
  const cut = content.lastIndexOf(' ', EXCERPT_CHARACTERS)
  return `${truncateText(content, cut > SHOW_MORE_ABOVE_CHARACTERS ? cut : EXCERPT_CHARACTERS)}…`
}

/** The text before a task's checkbox: list markers and quotation marks. */
export const TASK_PREFIX = String.raw`^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+`
/** Excludes the `x` of a checked box, which is not a word. */
const CHECKED_BOX = new RegExp(String.raw`(?<=${TASK_PREFIX})\[x\]\s`, 'gim')

/** Counts the words with a letter or a digit. List and heading marks do not count. */
export function wordCount(content: string): number {
  const written = content.replace(CHECKED_BOX, '')
  if (hasSpacelessScript(content)) return written.split(/\s+/).reduce((sum, part) => sum + wordsIn(part), 0)
  // Each match is a word from its first letter or digit. One pattern is twice as fast as a test of each word.
  return written.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

const isWord = (written: string): boolean => /[\p{L}\p{N}]/u.test(written)

let segmenter: Intl.Segmenter | undefined

/**
 * Counts the words in a text without white space. Scripts without spaces between words need the browser's dictionaries.
 */
function wordsIn(written: string): number {
  if (!hasSpacelessScript(written)) return Number(isWord(written))
  // Created on first use, because it loads the browser's dictionaries.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return Array.from(segmenter.segment(written)).filter(({ isWordLike }) => isWordLike).length
}

/**
 * Orders entries newest first and entries without a time last. Entries of the same time are ordered by id, as in the
 * database.
 */
export const compareNewestFirst = (a: LogEntry, b: LogEntry): number => compareTimes(a.timestamp, b.timestamp, a, b)

/** Orders deleted entries by the time of their deletion, the newest first, as in the database. */
export const compareDeletedFirst = (a: LogEntry, b: LogEntry): number => compareTimes(a.deletedAt, b.deletedAt, a, b)

function compareTimes(first: number | null, second: number | null, a: LogEntry, b: LogEntry): number {
  if (first !== second) return (first ?? -Infinity) > (second ?? -Infinity) ? -1 : 1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

/**
 * Returns the previous object if the entry is unchanged. A stable identity limits rendering to the rows that changed.
 */
export const reuseUnchangedEntry = (previous: LogEntry | undefined, current: LogEntry): LogEntry =>
  previous && JSON.stringify(previous) === JSON.stringify(current) ? previous : current
