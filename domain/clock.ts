import type { ClockHours } from '#domain/account/preferences.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const NOON = 12
const HOURS = 24
const MINUTES = 60

/**
 * The times that the database keeps, in milliseconds since 1970: Firestore documents 0001-01-01T00:00:00Z to
 * 9999-12-31T23:59:59.999999999Z.
 */
export const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
export const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The top bar's clock is refreshed every minute (specification §9). */
export const CLOCK_REFRESH_MS = 60_000

/**
 * `08:42`, or `8:42 AM` on a clock of twelve hours, in the device's time zone, as are all of these. Times are
 * milliseconds since 1970.
 */
export function timeText(time: number, hours: ClockHours = 24): string {
  const date = new Date(time)
  const [hour, minutes] = [date.getHours(), padTwo(date.getMinutes())]
  if (hours === 24) return `${padTwo(hour)}:${minutes}`
  return `${hour % NOON || NOON}:${minutes} ${hour < NOON ? 'AM' : 'PM'}`
}

/** `16 Nov 2026` */
export function dateText(time: number): string {
  const date = new Date(time)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** `Mon 16 Nov 2026` */
export const dayText = (time: number): string => `${WEEKDAYS[new Date(time).getDay()]} ${dateText(time)}`

/** `2026/11/16 08:42`, as exports write it. */
export function stampText(time: number): string {
  const date = new Date(time)
  return `${padYear(date.getFullYear())}/${padTwo(date.getMonth() + 1)}/${padTwo(date.getDate())} ${timeText(time)}`
}

/** `2026-11-16`, as file names carry it. */
export function isoDay(time: number): string {
  const date = new Date(time)
  return `${padYear(date.getFullYear())}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/**
 * A time of this device's calendar in milliseconds since 1970; NaN where there is no such day or minute.
 * @param month 1 to 12
 */
export function localTime(year: number, month: number, day: number, hour = 0, minute = 0): number {
  // `new Date(year, …)` takes the years 0 to 99 for those of the last century.
  const date = new Date(2000, 0, 1, hour, minute)
  date.setFullYear(year, month - 1, day)
  const isValid = date.getMonth() === month - 1 && date.getDate() === day && hour < HOURS && minute < MINUTES
  return isValid ? date.getTime() : Number.NaN
}

const knownZones = new Map<string, boolean>()

/** Whether a text names a time zone that is known here, such as `Europe/Berlin`. */
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
