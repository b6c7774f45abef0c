import type { ClockHours } from '#domain/account/preferences.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const NOON = 12
const HOURS = 24
const MINUTES = 60

/**
 * The range of Firestore timestamps, in milliseconds since 1970: its documentation gives 0001-01-01T00:00:00Z to
 * 9999-12-31T23:59:59.999999999Z.
 */
export const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
export const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The clock in the top bar updates every minute (specification §9). */
export const CLOCK_REFRESH_MS = 60_000

/**
 * Formats a time as `08:42`, or as `8:42 AM` on a 12-hour clock. All functions of this module use milliseconds since
 * 1970 and the device's time zone.
 */
export function timeText(time: number, hours: ClockHours = 24): string {
  const date = new Date(time)
  const [hour, minutes] = [date.getHours(), padTwo(date.getMinutes())]
  if (hours === 24) return `${padTwo(hour)}:${minutes}`
  return `${hour % NOON || NOON}:${minutes} ${hour < NOON ? 'AM' : 'PM'}`
}

/** Formats a date as `16 Nov 2026`. */
export function dateText(time: number): string {
  const date = new Date(time)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** Formats a date as `Mon 16 Nov 2026`. */
export const dayText = (time: number): string => `${WEEKDAYS[new Date(time).getDay()]} ${dateText(time)}`

/** Formats a time as `2026/11/16 08:42`, as in exports. */
export function dateTimeText(time: number): string {
  const date = new Date(time)
  return `${padYear(date.getFullYear())}/${padTwo(date.getMonth() + 1)}/${padTwo(date.getDate())} ${timeText(time)}`
}

/** Formats a date as `2026-11-16`, as in file names. */
export function isoDay(time: number): string {
  const date = new Date(time)
  return `${padYear(date.getFullYear())}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/**
 * Converts a local date and time into milliseconds since 1970; NaN for an invalid date or time.
 * @param month 1 to 12
 */
export function localTime(year: number, month: number, day: number, hour = 0, minute = 0): number {
  // `new Date(year, …)` reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(2000, 0, 1, hour, minute)
  date.setFullYear(year, month - 1, day)
  const isValid = date.getMonth() === month - 1 && date.getDate() === day && hour < HOURS && minute < MINUTES
  return isValid ? date.getTime() : Number.NaN
}

const knownZones = new Map<string, boolean>()

/** Returns whether the runtime knows a time zone of this name, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  const known = knownZones.get(text) ?? isKnownZone(text)
  knownZones.set(text, known)
  return known
}

function isKnownZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const padYear = (number: number): string => String(number).padStart(4, '0')

const padTwo = (number: number): string => String(number).padStart(2, '0')
