import { addDays } from 'date-fns/addDays'
import { getISOWeek } from 'date-fns/getISOWeek'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { dateText, isoDay, localTime } from '#domain/clock.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { entriesText } from '#domain/entry/entryCount.ts'

/** Number of weeks in the activity strip. The last week is the current week. */
export const ACTIVITY_WEEKS = 12
export const DAYS_IN_WEEK = 7

/** A day or a week in the device's time zone. `to` is exclusive. The list can be filtered by a period. */
export type Period = { readonly key: string; readonly from: number; readonly to: number }

/** A period of one day. */
export type Day = Period

export type Week = { readonly number: number; readonly days: readonly Day[] }

/** Color strength of a day with zero, one, two, three, and four or more entries. */
const HEAT = ['0%', '34%', '56%', '78%', '100%'] as const

/**
 * Returns the strength of a day's color in percent.
 * @param entries undefined while the count is unknown
 */
export const heatPercent = (entries = 0): string => HEAT[Math.min(entries, HEAT.length - 1)] ?? '100%'

/** Returns the day that contains a time. A day on which daylight saving time starts or ends has 23 or 25 hours. */
export function dayOf(time: number): Day {
  const start = startOfDay(time)
  return { key: isoDay(start.getTime()), from: start.getTime(), to: startOfDay(addDays(start, 1)).getTime() }
}

/**
 * Parses `2026-03-01`, `today` or `yesterday`; undefined for anything else and for impossible dates such as 30
 * February.
 */
export function parseDay(name: string): Day | undefined {
  if (/^today$/i.test(name)) return dayOf(Date.now())
  if (/^yesterday$/i.test(name)) return dayOf(dayOf(Date.now()).from - 1)
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(name)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number)
  const time = localTime(year, month, day)
  return Number.isNaN(time) ? undefined : dayOf(time)
}

/** Returns twelve ISO weeks. The last week is the week of `now`, including its future days. */
export function activityWeeks(now: number): readonly Week[] {
  const first = addDays(startOfISOWeek(now), -(ACTIVITY_WEEKS - 1) * DAYS_IN_WEEK)
  return Array.from({ length: ACTIVITY_WEEKS }, (_, week) => weekOf(addDays(first, week * DAYS_IN_WEEK).getTime()))
}

/** Returns the ISO week that contains a time. */
function weekOf(time: number): Week {
  const monday = startOfISOWeek(time)
  const days = Array.from({ length: DAYS_IN_WEEK }, (_, index) => dayOf(addDays(monday, index).getTime()))
  return { number: getISOWeek(monday), days }
}

/** Counts entries by the key of their day. */
export function countByDay(entries: Iterable<LogEntry>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { timestamp } of entries) {
    if (timestamp === null) continue
    const key = isoDay(timestamp)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Returns the days whose entries may not all be loaded. `oldest` is the time of the oldest loaded entry. */
export const daysNotCovered = (weeks: readonly Week[], oldest: number): readonly Day[] =>
  weeks.flatMap(({ days }) => days).filter(({ from }) => from <= oldest)

/** Returns the label of a day or a week: `2 entries on 16 Nov 2026`, `5 entries in the week of 16 Nov 2026`. */
export function activityLabel(period: Period, entries: number | undefined): string {
  const when = `${isWeek(period) ? 'in the week of' : 'on'} ${dateText(period.from)}`
  if (entries === undefined) return `Entries ${when} are not counted yet`
  return `${entries === 0 ? 'No entries' : entriesText(entries)} ${when}`
}

/** Returns a week as a period that filters the list. */
export function weekPeriod({ days }: Week): Period {
  const { key, from } = days[0] ?? dayOf(0)
  return { key: `week of ${key}`, from, to: days.at(-1)?.to ?? from }
}

/** Returns whether a period is a week, and not a day. */
export const isWeek = ({ from, to }: Period): boolean => to > dayOf(from).to

/** Returns the day or week before a period, or after it. */
export function adjacentPeriod(period: Period, step: -1 | 1): Period {
  const time = step < 0 ? period.from - 1 : period.to
  return isWeek(period) ? weekPeriod(weekOf(time)) : dayOf(time)
}

/** Summarizes the strip for screen readers. */
export function activityText(weeks: readonly Week[], entriesOn: (day: Day) => number | undefined): string {
  const days = weeks.flatMap((week) => week.days).map((day) => ({ day, entries: entriesOn(day) }))
  const active = days.filter(({ entries = 0 }) => entries > 0)
  const busiest = active.toSorted((a, b) => (b.entries ?? 0) - (a.entries ?? 0))[0]
  const total = active.reduce((sum, { entries = 0 }) => sum + entries, 0)
  const unknown = days.some(({ entries }) => entries === undefined) ? ' Some days are not counted yet.' : ''
  if (!busiest) return `No entries in the last ${ACTIVITY_WEEKS} weeks.${unknown}`
  const amounts = `${total} ${total === 1 ? 'entry' : 'entries'} on ${active.length} ${active.length === 1 ? 'day' : 'days'}`
  return `${amounts} in the last ${ACTIVITY_WEEKS} weeks. Most on ${dateText(busiest.day.from)}: ${busiest.entries}.${unknown}`
}
