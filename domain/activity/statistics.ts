import { addDays } from 'date-fns/addDays'
import { addWeeks } from 'date-fns/addWeeks'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { dayOf, type Day } from './activity.ts'
import { isoDay, localTime } from '#domain/clock.ts'
import { BANDS, toTenthsOfMhz } from '#domain/dial/frequency.ts'
import { compareNewestFirst, wordCount, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'

/** Times in milliseconds since 1970. `to` is exclusive. */
export type WeekStatistics = {
  readonly from: number
  readonly to: number
  readonly entries: number
  readonly words: number
}

export type Statistics = {
  readonly entries: number
  readonly words: number
  /** Number of consecutive days with an entry, up to today or yesterday. */
  readonly streak: number
  readonly longestStreak: number
  /** ISO weeks up to the current one, oldest first. */
  readonly weeks: readonly WeekStatistics[]
  /** Entries by level: first LOG_LEVELS, then unknown levels of older clients. */
  readonly levels: readonly { readonly level: string; readonly entries: number }[]
  /** Number of entries for each whole megahertz with at least one entry. */
  readonly frequencies: readonly { readonly mhz: number; readonly band: string; readonly entries: number }[]
}

const WEEKS = 52

/**
 * Computes the statistics of a journal in the device's time zone.
 * @param countWords counts the words of an entry, for a caller that has counted the words before
 */
export function statisticsOf(
  entries: Iterable<LogEntry>,
  now: number,
  countWords = ({ content }: LogEntry): number => wordCount(content),
): Statistics {
  const thisWeek = startOfISOWeek(now)
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const from = addWeeks(thisWeek, index + 1 - WEEKS)
    return { from: from.getTime(), to: addWeeks(from, 1).getTime(), entries: 0, words: 0 }
  })
  const byWeek = new Map(weeks.map((week) => [week.from, week]))
  const levels = new Map<string, number>(LOG_LEVELS.map((level) => [level, 0]))
  const frequencies = new Map<number, number>()
  const days = new Set<string>()
  let count = 0
  let words = 0
  // Entries of the same day are usually neighbors, so that most entries need no date arithmetic.
  let day: Day = { key: '', from: Infinity, to: Infinity }
  let week: (typeof weeks)[number] | undefined
  for (const entry of entries) {
    const { timestamp, level, frequency } = entry
    const length = countWords(entry)
    count++
    words += length
    levels.set(level, (levels.get(level) ?? 0) + 1)
    if (frequency !== null) {
      const mhz = Math.floor(toTenthsOfMhz(frequency) / 10)
      frequencies.set(mhz, (frequencies.get(mhz) ?? 0) + 1)
    }
    if (timestamp === null) continue
    if (timestamp < day.from || timestamp >= day.to) {
      day = dayOf(timestamp)
      days.add(day.key)
      week = day.from >= (weeks[0]?.from ?? Infinity) ? byWeek.get(startOfISOWeek(timestamp).getTime()) : undefined
    }
    if (week) {
      week.entries++
      week.words += length
    }
  }
  return {
    entries: count,
    words,
    ...streaksOf(days, now),
    weeks,
    levels: [...levels].map(([level, amount]) => ({ level, entries: amount })),
    frequencies: [...frequencies]
      .map(([mhz, amount]) => ({ mhz, band: bandOf(mhz), entries: amount }))
      .toSorted((a, b) => a.mhz - b.mhz),
  }
}

/** Returns the entries of this calendar day in other years, newest first. */
export function entriesOnThisDay(entries: Iterable<LogEntry>, now: number): readonly LogEntry[] {
  const today = new Date(now)
  const found: LogEntry[] = []
  for (const entry of entries) {
    if (entry.timestamp === null) continue
    const time = new Date(entry.timestamp)
    const isOnDay = time.getMonth() === today.getMonth() && time.getDate() === today.getDate()
    if (isOnDay && time.getFullYear() < today.getFullYear()) found.push(entry)
  }
  return found.toSorted(compareNewestFirst)
}

/** Returns the search text for the entries from the day of `from` to the day before the day of `to`. */
export const searchBetween = (from: number, to: number): string => `after:${isoDay(from)} before:${isoDay(to)}`

function streaksOf(days: ReadonlySet<string>, now: number): { streak: number; longestStreak: number } {
  const today = dayOf(now)
  const start = days.has(today.key) ? today.from : dayOf(today.from - 1).from
  let streak = 0
  while (days.has(isoDay(addDays(start, -streak).getTime()))) streak++
  let longestStreak = 0
  let run = 0
  let previousDay: string | undefined
  for (const day of [...days].toSorted((a, b) => (a < b ? -1 : 1))) {
    run = previousDay !== undefined && nextDay(previousDay) === day ? run + 1 : 1
    longestStreak = Math.max(longestStreak, run)
    previousDay = day
  }
  return { streak, longestStreak }
}

function nextDay(key: string): string {
  const [year = 0, month = 0, day = 0] = key.split('-').map(Number)
  return isoDay(addDays(localTime(year, month, day), 1).getTime())
}

/** Returns the band of most frequencies of a whole megahertz, for example of 105.0 to 105.9. */
const bandOf = (mhz: number): string =>
  BANDS.find(({ low, high }) => mhz + 0.5 >= low && mhz + 0.5 <= high)?.name ?? BANDS.at(-1)?.name ?? ''
