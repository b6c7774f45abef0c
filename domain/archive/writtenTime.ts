import { EARLIEST_MS, isTimeZone, LATEST_MS, localTime } from '#domain/clock.ts'

/*
 * Parses dates and times from file names and from fields that people and other programs wrote. Only unambiguous forms
 * are accepted: `03/04/2021` could be two days.
 */

/** The hour used for a date without a time. */
const NOON = 12
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** The largest UTC offset, used in the Line Islands. */
const MAX_OFFSET_MS = 14 * HOUR_MS
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
/** The length of the shortest abbreviation of a month, such as `Sep`. */
const MONTH_LETTERS = 3

type DateParts = { readonly [part: string]: string | undefined }
type Day = { readonly year: number; readonly month: number; readonly day: number }

const MONTH_NAME_PATTERN = String.raw`(?<month>[a-z]{3,9})\.?`
const DAY_ORDINAL_PATTERN = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th|\.)?`

/** Patterns of a date. `a` and `b` are day and month in an order that depends on the country. */
const DAY_PATTERNS: readonly string[] = [
  String.raw`(?<y>[+-]\d{6}|\d{4})(?<s>[-/._ ])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})`,
  String.raw`(?<y>\d{4})[年년] ?(?<m>\d{1,2})[月월] ?(?<d>\d{1,2})[日일]`,
  String.raw`(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})`,
  String.raw`(?<a>\d{1,2})(?<s>[-/_ ])(?<b>\d{1,2})\k<s>(?<y>\d{4})`,
  String.raw`${DAY_ORDINAL_PATTERN}(?: of)?[ _-]+${MONTH_NAME_PATTERN},?[ _-]+(?<y>\d{4})`,
  String.raw`${MONTH_NAME_PATTERN}[ _-]+${DAY_ORDINAL_PATTERN},?[ _-]+(?<y>\d{4})`,
  String.raw`(?<y>\d{4})[ _-]+${MONTH_NAME_PATTERN}[ _-]+(?<d>\d{1,2})`,
]
/** UTC offsets of zone abbreviations. `CST` is missing, because it is a zone in America and another one in China. */
const ZONE_HOURS: { readonly [name: string]: number } = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}
const ZONE_NAME = Object.keys(ZONE_HOURS).join('|')
/** A UTC offset or time zone. JavaScript, Go and Java write the name of the zone after the offset. */
const ZONE = String.raw`(?:(?<zone>(?:UTC|GMT)?[+-]\d\d:?\d\d|(?:UTC|GMT)?[+-]\d\d?|[a-z]+(?:\/[\w+-]+)+|${ZONE_NAME})(?:\s*\[[\w/+-]+\]|\s+(?:${ZONE_NAME})|(?<=GMT[+-]\d{4}) \([^)]*\))?)?`

/** Digits without separators, as in file names from cameras and Zettelkasten programs. */
const digitsPattern = (zone: string): string =>
  String.raw`(?<y>1[5-9]\d\d|2\d{3})(?<m>\d\d)(?<d>\d\d)(?:[ _T-]{0,3}(?<H>\d\d)(?<M>\d\d)(?<S>\d\d)?${zone})?`
const TIME_PATTERN = String.raw`(?<H>\d{1,2}):(?<M>\d\d)(?::(?<S>\d\d)(?:[.,](?<f>\d{1,9}))?)?\s*(?:(?<half>[ap]\.?m\.?)(?!\p{L}))?\s*${ZONE}`
const WEEKDAY_NAME = '(?:(?:mon|fri|sun)(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|sat(?:urday)?)'
const WEEKDAY = String.raw`(?:${WEEKDAY_NAME}[,.]?\s+)?`

const WRITTEN_FORMS = [
  ...DAY_PATTERNS.map((day) => String.raw`${day}(?:,?\s+${WEEKDAY_NAME})?(?:(?:T|,?\s+at\s+|,?\s+)${TIME_PATTERN})?`),
  digitsPattern(ZONE),
  // Unix and C put the year last.
  String.raw`${MONTH_NAME_PATTERN}\s+(?<d>\d{1,2})\s+${TIME_PATTERN}\s+(?<y>\d{4})`,
].map((form) => new RegExp(`^${WEEKDAY}${form}$`, 'iu'))

/**
 * A time in a file name, possibly without colons: `2021-03-04 0842 walk`, `2021-03-04 08.42.10`, `2021-03-04 at 8.42.10
 * PM`.
 */
const NAME_TIME = String.raw`(?:(?:[ ,_T-]+|,? at )(?<H>\d\d|\d(?=[.:]\d\d[.:]\d\d))(?<t>[.:_h-]?)(?<M>\d\d)(?:\k<t>(?<S>\d\d)(?:[.,](?<f>\d{3}))?)?(?!\d)(?: ?(?<half>[ap]m)(?!\p{L}))?(?:(?<zone>Z|[+-]\d\d:\d\d)(?![\p{L}\d]))?)?`
const FILE_NAME_FORMS = [
  ...DAY_PATTERNS.map((day) => `${day}(?!\\d)${NAME_TIME}`),
  `${digitsPattern('(?:(?<zone>Z)(?!\\p{L}))?')}(?!\\d)`,
].map((form) => new RegExp(`(?<!\\d)${form}`, 'giu'))
/** UUIDs, which can contain a date by chance. */
const UNIQUE_ID = /[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}/gi
/** A date spread over folders: `2021/03/09.md`, `2021/03/09 walk.md`, `2021-03/09.md`, `2021/03-March/09.md`. */
const DATE_FOLDERS =
  /(?<!\d)(?<y>\d{4})[/-](?:(?<m>\d{1,2})(?:[ _-]+\p{L}+)?|(?<month>[a-z]{3,9}))\/(?<d>\d\d(?!\d)|\d(?=[./]|$))/giu

/** A wiki link: `[[2021-03-04]]`, `[[2021-03-04|Thursday, 4 March 2021]]`. */
const WIKI_LINK = /^\[\[([^[\]]*)\]\]$/

/** Longer texts are not times, and long runs of white space make the patterns slow. */
const MAX_TIME_CHARACTERS = 200
const SECONDS = /^-?\d{9,11}(?:\.\d+)?$/
const MILLISECONDS = /^-?\d{12,13}(?:\.\d+)?$/

/**
 * Parses a time into milliseconds since 1970; NaN if the text has no time or an impossible date. A date without a time
 * is taken as noon. A time without a time zone is taken in the device's time zone. A number is a Unix time in seconds
 * or milliseconds.
 */
export function parseWrittenTime(text: string): number {
  const trimmed = text.trim()
  if (trimmed.length > MAX_TIME_CHARACTERS) return Number.NaN
  const link = WIKI_LINK.exec(trimmed)?.[1]
  if (link !== undefined) {
    const times = link.split('|').map(parseWrittenTime)
    return times.some(Number.isNaN) ? Number.NaN : (times.at(-1) ?? Number.NaN)
  }
  for (const form of WRITTEN_FORMS) {
    const found = form.exec(trimmed)
    const time = found ? timeFromParts(found.groups ?? {}) : Number.NaN
    if (!Number.isNaN(time)) return time
  }
  if (SECONDS.test(trimmed)) return Math.round(Number(trimmed) * 1000)
  return MILLISECONDS.test(trimmed) ? Math.floor(Number(trimmed)) : Number.NaN
}

/**
 * Returns the time in a file's path: the time in the file name, otherwise in the folder names; undefined if neither has
 * one.
 */
export function parseTimeInPath(path: string): number | undefined {
  const parts = path.split('/')
  const folders = [...path.matchAll(DATE_FOLDERS)].map(({ groups }) => timeFromParts(groups ?? {}))
  const names = parts.toReversed().flatMap((part) =>
    FILE_NAME_FORMS.flatMap((form) => [...part.replaceAll(UNIQUE_ID, '').matchAll(form)])
      .toSorted((a, b) => a.index - b.index)
      // The text after a date can look like a time without being one: `2021-03-04 1984 again`.
      .map(({ groups = {} }) => timeFromParts(groups, NOON)),
  )
  return [...names, ...folders.toReversed()].find((time) => !Number.isNaN(time))
}

/** @param fallbackHour replaces a missing or invalid hour. Without `fallbackHour`, an invalid hour gives NaN. */
function timeFromParts(parts: DateParts, fallbackHour?: number): number {
  const day = dayFromParts(parts)
  if (!day) return Number.NaN
  const time = timeOnDay(day, parts)
  return Number.isNaN(time) && fallbackHour !== undefined ? timeOnDay(day, { H: String(fallbackHour), M: '0' }) : time
}

function dayFromParts({ y, m, d, a, b, month }: DateParts): Day | undefined {
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
  { H = String(NOON), M = '0', S = '0', f = '0', half, zone }: DateParts,
): number {
  const hour = half === undefined ? Number(H) : to24Hour(Number(H), half)
  const msInMinute = Number(S) * 1000 + Math.floor(Number(`0.${f}`) * 1000)
  if (msInMinute >= MINUTE_MS) return Number.NaN
  if (zone === undefined) return localTime(year, month, day, hour, Number(M)) + msInMinute
  const wallClockTime = utcTime(year, month, day, hour, Number(M))
  if (Number.isNaN(wallClockTime)) return wallClockTime
  // A `Date` turns a time outside of its range into NaN.
  return new Date(wallClockTime + msInMinute - zoneOffset(zone, wallClockTime)).getTime()
}

/** Computed in UTC, because the device's time zone may skip a day that exists in another time zone. */
function utcTime(year: number, month: number, day: number, hour: number, minute: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60
  return isValid ? date.setUTCHours(hour, minute) : Number.NaN
}

const to24Hour = (hour: number, half: string): number =>
  hour < 1 || hour > NOON ? Number.NaN : (hour % NOON) + (/^p/i.test(half) ? NOON : 0)

/**
 * Returns the UTC offset of a zone in milliseconds; NaN for an unknown zone.
 * @param wallClockTime local time in the zone, expressed as if it were UTC
 */
function zoneOffset(zone: string, wallClockTime: number): number {
  if (zone.includes('/')) {
    // The UTC offset can change within hours of this time, so the first result is only an approximation.
    const near = Math.max(EARLIEST_MS, Math.min(wallClockTime, LATEST_MS))
    const first = isTimeZone(zone) ? offsetAt(zone, near) : Number.NaN
    return Number.isNaN(first) ? first : offsetAt(zone, near - first)
  }
  const hours = ZONE_HOURS[zone.toUpperCase()]
  return hours === undefined ? parseOffset(zone) : hours * HOUR_MS
}

function offsetAt(timeZone: string, time: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length)
  return offset === '' ? 0 : parseOffset(offset ?? '')
}

/** Parses `+02:00`, `GMT-0330`, `+02` or `UTC-5`. */
function parseOffset(offset: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d\d?)(?::?([0-5]\d)(?::\d\d)?)?$/.exec(offset) ?? []
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  if (!(ahead <= MAX_OFFSET_MS)) return Number.NaN
  return sign === '-' ? -ahead : ahead
}
