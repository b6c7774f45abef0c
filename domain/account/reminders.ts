import type { AiSettings } from './aiSettings.ts'
import { isTimeZone } from '#domain/clock.ts'

export type ReminderSettings = Pick<
  AiSettings,
  'isMeiLingEnabled' | 'reminderInterval' | 'quietFrom' | 'quietUntil' | 'timeZone'
>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Every UTC offset is a multiple of a quarter of an hour, so every local hour begins at a quarter hour of UTC. */
const QUARTER_MS = 15 * MINUTE_MS

/** The page that a reminder opens. */
export const REMINDER_PATH = '/logs/new'
/**
 * The tag of reminders. A new reminder replaces an older reminder with the same tag, even if the app sent one of them
 * and the server sent the other.
 */
export const REMINDER_TAG = 'reminder'

/**
 * Returns the time of the next reminder: one interval after the last activity, outside quiet hours.
 * @param lastActivity time of the last entry or reminder, or when reminders were switched on; ms since 1970
 * @param now ms since 1970
 * @returns ms since 1970, not before `now`; undefined if reminders are off
 */
export function nextReminderTime(settings: ReminderSettings, lastActivity: number, now: number): number | undefined {
  if (!settings.isMeiLingEnabled) return undefined
  let at = Math.max(lastActivity + settings.reminderInterval * MINUTE_MS, now)
  const aDayLater = at + DAY_MS
  while (isInQuietHours(settings, at) && at < aDayLater) at = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS
  return at
}

/** Returns whether a time is in the quiet hours. The quiet hours may include midnight. */
export function isInQuietHours({ quietFrom, quietUntil, timeZone }: ReminderSettings, at: number): boolean {
  const hour = hourIn(timeZone, at)
  return quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
}

/**
 * Returns the text of a reminder.
 * @param elapsed ms since the last entry; undefined if there is none
 */
export const reminderText = (elapsed: number | undefined) => ({
  title: 'Voice assistant',
  body:
    elapsed === undefined
      ? 'No log entry yet. Anything to report?'
      : `No log entry for ${duration(elapsed)}. Anything to report?`,
})

function duration(elapsed: number): string {
  if (elapsed < HOUR_MS) return `${Math.max(1, Math.floor(elapsed / MINUTE_MS))} min`
  const [count, unit] = elapsed < 2 * DAY_MS ? [elapsed / HOUR_MS, 'hour'] : [elapsed / DAY_MS, 'day']
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** Returns the hour, 0 to 23. An unknown time zone counts as UTC. */
function hourIn(timeZone: string, at: number): number {
  return Number(hourFormatIn(timeZone).format(at))
}

const formats = new Map<string, Intl.DateTimeFormat>()

function hourFormatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const made = hourFormat(isTimeZone(timeZone) ? timeZone : 'UTC')
  formats.set(timeZone, made)
  return made
}

const hourFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone })
