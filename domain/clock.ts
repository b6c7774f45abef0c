import type { ClockHours } from './preferences.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const NOON = 12

/** The top bar's clock is refreshed every minute (specification §9). */
export const CLOCK_REFRESH_MS = 60_000

/**
 * `08:42`, or `8:42 AM` on a clock of twelve hours, in the device's time zone, as are all of these. Times are
 * milliseconds since 1970.
 */
export function timeText(time: number, hours: ClockHours = 24): string {
  const date = new Date(time)
  const [hour, minutes] = [date.getHours(), two(date.getMinutes())]
  if (hours === 24) return `${two(hour)}:${minutes}`
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
  return `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())} ${timeText(time)}`
}

/** `2026-11-16`, as file names carry it. */
export function isoDay(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const two = (number: number): string => String(number).padStart(2, '0')
