import { invalidArgument } from './errors.ts'

/** A time in Firestore's precision: whole seconds since 1970 and microseconds within the second. */
export type Instant = { readonly seconds: number; readonly micros: number }

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/
const MIN_SECONDS = -62_135_596_800 // The earliest time, 0001-01-01T00:00:00Z, in seconds since 1970.
const MAX_SECONDS = 253_402_300_799 // The latest time, 9999-12-31T23:59:59Z, in seconds since 1970.

/** Parses an RFC 3339 time and truncates it to microseconds, as Firestore does. */
export function parseTimestamp(text: string): Instant {
  const match = RFC3339.exec(text)
  if (!match) throw invalidArgument(`"${text}" is not a timestamp`)
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  const same =
    date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && date.getUTCHours() === Number(hour)
  if (!same || Number(minute) > 59 || Number(second) > 59) throw invalidArgument(`"${text}" is not a timestamp`)
  const seconds = date.getTime() / 1000 - zoneSeconds(zone)
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw invalidArgument(`timestamp "${text}" is out of range`)
  return { seconds, micros: Number(fraction.padEnd(9, '0').slice(0, 6)) }
}

/** Returns a time as text in UTC with zero, three or six fractional digits, as the official emulator does. */
export function formatTimestamp({ seconds, micros }: Instant): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  if (micros === 0) return `${whole}Z`
  const digits = String(micros).padStart(6, '0')
  return `${whole}.${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`
}

/**
 * Converts a commit version to an instant. Versions are microseconds since 1970, which a double represents exactly
 * until the year 2255.
 */
export const instantOfVersion = (version: number): Instant => {
  const seconds = Math.floor(version / 1_000_000)
  return { seconds, micros: version - seconds * 1_000_000 }
}

export const timestampOfVersion = (version: number): string => formatTimestamp(instantOfVersion(version))

export const versionOfTimestamp = (text: string): number => {
  const { seconds, micros } = parseTimestamp(text)
  return seconds * 1_000_000 + micros
}

function zoneSeconds(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60)
}
