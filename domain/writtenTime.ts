import { localTime } from './clock.ts'

/*
 * Dates and times as other programs and people write them, in file names and in the fields of a file. Only forms that
 * mean one thing are read: `03/04/2021` is two days.
 */

/** The hour of a day that is given without one. */
const NOON = 12
const MINUTE_MS = 60_000
const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
/** The shortest name of a month: `Sep`. */
const MONTH_LETTERS = 3

type Parts = { readonly [part: string]: string | undefined }
type Day = { readonly year: number; readonly month: number; readonly day: number }

const WORDS = String.raw`(?<month>[a-z]{3,9})\.?`
const ORDINAL = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th|\.)?`

/** How a day is written; `a` and `b` are a day and a month in an order that countries disagree about. */
const DAYS: readonly string[] = [
  String.raw`(?<y>[+-]\d{6}|\d{4})(?<s>[-/._ ])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})`,
  String.raw`(?<y>\d{4})年(?<m>\d{1,2})月(?<d>\d{1,2})日`,
  String.raw`(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})`,
  String.raw`(?<a>\d{1,2})(?<s>[-/_ ])(?<b>\d{1,2})\k<s>(?<y>\d{4})`,
  String.raw`${ORDINAL}[ _-]+${WORDS},?[ _-]+(?<y>\d{4})`,
  String.raw`${WORDS}[ _-]+${ORDINAL},?[ _-]+(?<y>\d{4})`,
]
/** Digits alone, as cameras and card indexes name files. */
const DIGITS = String.raw`(?<y>1[5-9]\d\d|2\d{3})(?<m>\d\d)(?<d>\d\d)(?:[ _T-]?(?<H>\d\d)(?<M>\d\d)(?<S>\d\d)?)?(?<zone>Z)?`
const TIME = String.raw`(?<H>\d{1,2}):(?<M>\d\d)(?::(?<S>\d\d)(?:[.,](?<f>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?\s*(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?`
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+)?`

const WRITTEN = [...DAYS.map((day) => `${day}(?:(?:T|,?\\s+at\\s+|,?\\s+)${TIME})?`), DIGITS].map(
  (form) => new RegExp(`^${WEEKDAY}${form}$`, 'iu'),
)

/** A time in a name has no colons: `2021-03-04 0842 walk`, `2021-03-04 08.42.10`. */
const NAME_TIME = String.raw`(?:[ _T-]+(?<H>\d\d)(?<t>[.:_h-]?)(?<M>\d\d)(?:\k<t>(?<S>\d\d))?(?!\d))?`
const NAMED = [...DAYS.map((day) => `${day}(?!\\d)${NAME_TIME}`), `${DIGITS}(?!\\d)`].map(
  (form) => new RegExp(`(?<!\\d)${form}`, 'giu'),
)
/** A folder for each part of the day: `2021/03/09.md`, `2021/03/09 walk.md`. */
const FOLDERS = /(?<!\d)(?<y>\d{4})\/(?<m>\d\d)\/(?<d>\d\d)(?!\d)/gu

const SECONDS = /^-?\d{9,11}(?:\.\d+)?$/
const MILLISECONDS = /^-?\d{12,13}$/

/**
 * The time that a text says, in milliseconds since 1970; NaN where it says none, or a day that is in no calendar. Days
 * without a time are taken at noon; times without a zone are this device's. Numbers are Unix seconds or milliseconds.
 */
export function timeWritten(text: string): number {
  const trimmed = text.trim()
  for (const form of WRITTEN) {
    const found = form.exec(trimmed)
    const time = found ? timeOf(found.groups ?? {}) : Number.NaN
    if (!Number.isNaN(time)) return time
  }
  if (SECONDS.test(trimmed)) return Math.round(Number(trimmed) * 1000)
  return MILLISECONDS.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** The time that a file's path names, its name before its folders; undefined for none. */
export function timeInName(path: string): number | undefined {
  const parts = path.split('/')
  const folders = [...path.matchAll(FOLDERS)].map(({ groups }) => timeOf(groups ?? {}))
  const names = parts.toReversed().flatMap((part) =>
    NAMED.flatMap((form) => [...part.matchAll(form)])
      .toSorted((a, b) => a.index - b.index)
      // What follows a day may be no time at all: `2021-03-04 1984 again`.
      .map(({ groups = {} }) => timeOf(groups, NOON)),
  )
  return [...names, ...folders.toReversed()].find((time) => !Number.isNaN(time))
}

/** @param otherwise the hour where there is none, or no such hour; without it no such hour is no time */
function timeOf(parts: Parts, otherwise?: number): number {
  const day = dayOf(parts)
  if (!day) return Number.NaN
  const time = timeOnDay(day, parts)
  return Number.isNaN(time) && otherwise !== undefined ? timeOnDay(day, { H: String(otherwise), M: '0' }) : time
}

function dayOf({ y, m, d, a, b, month }: Parts): Day | undefined {
  const year = Number(y)
  if (month !== undefined) {
    const index = MONTH_NAMES.findIndex(
      (name) =>
        month.length >= MONTH_LETTERS &&
        (name.startsWith(month.toLowerCase()) || (month.toLowerCase() === 'sept' && name === 'september')),
    )
    return index < 0 ? undefined : { year, month: index + 1, day: Number(d) }
  }
  if (a === undefined) return { year, month: Number(m), day: Number(d) }
  const [first, second] = [Number(a), Number(b)]
  if (first > MONTH_NAMES.length || first === second) return { year, month: second, day: first }
  return second > MONTH_NAMES.length ? { year, month: first, day: second } : undefined
}

function timeOnDay(
  { year, month, day }: Day,
  { H = String(NOON), M = '0', S = '0', f = '0', half, zone }: Parts,
): number {
  const hour = half === undefined ? Number(H) : halfDayHour(Number(H), half)
  const local = localTime(year, month, day, hour, Number(M))
  const within = Number(S) * 1000 + Math.floor(Number(`0.${f}`) * 1000)
  if (Number.isNaN(local) || within >= MINUTE_MS) return Number.NaN
  if (zone === undefined) return local + within
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(hour, Number(M)) + within - offsetOf(zone)
}

const halfDayHour = (hour: number, half: string): number =>
  hour < 1 || hour > NOON ? Number.NaN : (hour % NOON) + (/^p/i.test(half) ? NOON : 0)

/** `+02:00`, `-0330`, `+02` in milliseconds; any other name of a zone here is UTC. */
function offsetOf(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return (found[1] === '-' ? -minutes : minutes) * MINUTE_MS
}
