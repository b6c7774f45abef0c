import { isBlank } from './content.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import type { Suggestions } from '#domain/analysis/suggestions.ts'
import { hasSpacelessScript } from '#domain/text/spaceless.ts'
/** One journal entry as the app sees it. Times are milliseconds since 1970. */
export type LogEntry = {
  readonly id: string
  readonly content: string
  /** One of LOG_LEVELS, or an unknown text of an older writer, which is shown as it is. */
  readonly level: string
  /** A pending server time is the local clock; null is a document whose time is missing or unreadable. */
  readonly timestamp: number | null
  /** Any change at all; the last change of what was written is `updatedAt`. */
  readonly lastUpdated: number | null
  readonly updatedAt: number | null
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** For its writer's eyes only: never analysed. */
  readonly eyesOnly: boolean
  /** What an analysis proposed, if there was one. */
  readonly suggestions: Suggestions | null
  readonly deleted: boolean
  /** The database's list of entries has it: its time can be read, and it says that it is not deleted. */
  readonly listed: boolean
  readonly deletedAt: number | null
  /** Where the dial stood when it was written, in MHz. */
  readonly frequency: number | null
  /** When and where it was written by its device's clock; an entry written offline reaches the server later. */
  readonly clientTime: number | null
  readonly timeZone: string | null
  /** Written on this device and not yet confirmed by the server. */
  readonly queued: boolean
}

/** The circumstances of an entry's writing, which never change. */
export type EntryMetadata = {
  readonly clientTime: number
  readonly timeZone: string
  readonly frequency: number
  readonly source: 'typed' | 'voice' | 'import'
}
/** Cards are clamped to so many lines; above so many characters they offer to show more (specification §9). */
const CLAMPED_LINES = 3
const SHOW_MORE_ABOVE_CHARACTERS = 200
/** What three lines can show at the widest: no more of a long entry is parsed for a clamped card. */
const EXCERPT_CHARACTERS = 420

/** So much of a text is shown before the place that it is shown for. */
const EXCERPT_LEAD_CHARACTERS = 60

/** So long a deleted entry can be restored. */
export const TRASH_DAYS = 30

/** `__…__` is reserved by Firestore, which fails on such an id. */
const LOG_ID = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/
/** Ids as the database makes them; anything else in an address names no entry. */
export const isLogId = (text: string): boolean => LOG_ID.test(text)
/** Whether a clamped card can hide some of a text: by its length, or by its lines. */
export const canBeClamped = (content: string): boolean =>
  content.length > SHOW_MORE_ABOVE_CHARACTERS ||
  content.split('\n').filter((line) => !isBlank(line)).length > CLAMPED_LINES

/**
 * The start of a text, cut at a space: all that a clamped card can show.
 * @param around a place that is to be seen: the excerpt begins a little before it where it would be cut off
 */
export function excerptOf(content: string, around = 0): string {
  if (around > SHOW_MORE_ABOVE_CHARACTERS) {
    const isNear = (place: number) => around - place < SHOW_MORE_ABOVE_CHARACTERS
    const starts = [content.lastIndexOf('\n', around), content.lastIndexOf(' ', around - EXCERPT_LEAD_CHARACTERS)]
    const start = starts.map((place) => place + 1).find(isNear) ?? around - EXCERPT_LEAD_CHARACTERS
    return `… ${excerptOf(content.slice(truncateText(content, start).length))}`
  }
  if (content.length <= EXCERPT_CHARACTERS) return content
  const cut = content.lastIndexOf(' ', EXCERPT_CHARACTERS)
  return `${truncateText(content, cut > SHOW_MORE_ABOVE_CHARACTERS ? cut : EXCERPT_CHARACTERS)}…`
}

/** What stands before the box of a task: the signs of a list of any kind, and of quotations around it. */
export const TASK_PREFIX = String.raw`^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+`
/** A ticked box is no word, as an open one is none. */
const CHECKED_BOX = new RegExp(String.raw`(?<=${TASK_PREFIX})\[x\]\s`, 'gim')

/** Words have a letter or a digit: the signs of a list or a heading are none. */
export const wordCount = (content: string): number => {
  const written = content.replace(CHECKED_BOX, '').split(/\s+/)
  return hasSpacelessScript(content)
    ? written.reduce((sum, part) => sum + wordsIn(part), 0)
    : written.filter(isWord).length
}

const isWord = (written: string): boolean => /[\p{L}\p{N}]/u.test(written)

let segmenter: Intl.Segmenter | undefined

/** In scripts without spaces the browser's dictionaries tell words apart. */
function wordsIn(written: string): number {
  if (!hasSpacelessScript(written)) return Number(isWord(written))
  // Made when it is used: it reads the dictionaries.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return Array.from(segmenter.segment(written)).filter(({ isWordLike }) => isWordLike).length
}

/** Newest first, those without a time last; entries of the same time by id, as the database orders them. */
export function compareNewestFirst(a: LogEntry, b: LogEntry): number {
  const [first, second] = [a.timestamp ?? -Infinity, b.timestamp ?? -Infinity]
  if (first !== second) return first > second ? -1 : 1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

/** When the oldest entry of a list was written, in milliseconds since 1970; undefined where none has a time. */
export function oldestTimeOf(
  newestToOldest: readonly string[],
  entries: ReadonlyMap<string, LogEntry>,
): number | undefined {
  const timed = newestToOldest.findLast((id) => typeof entries.get(id)?.timestamp === 'number')
  return entries.get(timed ?? '')?.timestamp ?? undefined
}

/** Ids in the order of the list. */
export const idsNewestFirst = (entries: ReadonlyMap<string, LogEntry>): string[] =>
  [...entries.values()].toSorted(compareNewestFirst).map(({ id }) => id)

/** What was there before, if nothing of it has changed: an entry keeps its identity, so that one change renders one row. */
export const reuseUnchangedEntry = (previous: LogEntry | undefined, current: LogEntry): LogEntry =>
  previous && JSON.stringify(previous) === JSON.stringify(current) ? previous : current
