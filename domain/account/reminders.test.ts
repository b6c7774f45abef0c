import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_AI_SETTINGS, REMINDER_INTERVALS } from './aiSettings.ts'
import { isInQuietHours, nextReminderTime, reminderText, type ReminderSettings } from './reminders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (time: string) => Date.parse(`${time}Z`)
const settings = (about: Partial<ReminderSettings> = {}): ReminderSettings => ({
  ...DEFAULT_AI_SETTINGS,
  isMeiLingEnabled: true,
  timeZone: 'UTC',
  ...about,
})

describe('next reminder', () => {
  const NOON = at('2026-11-20T12:00')

  test.each(REMINDER_INTERVALS)('reminds %d minutes after the last entry', (reminderInterval) => {
    expect(nextReminderTime(settings({ reminderInterval }), NOON, NOON)).toBe(NOON + reminderInterval * MINUTE)
  })

  test('schedules the reminder for the current time if the interval ended long ago', () => {
    expect(nextReminderTime(settings(), NOON - 10 * HOUR, NOON)).toBe(NOON)
    expect(nextReminderTime(settings(), 0, NOON)).toBe(NOON)
  })

  test('does not remind if reminders are off', () => {
    expect(nextReminderTime(settings({ isMeiLingEnabled: false }), 0, NOON)).toBeUndefined()
  })

  test.each<[string, Partial<ReminderSettings>, from: string, due: string]>([
    ['waits until quiet hours end if it is due before midnight', {}, '2026-11-20T21:30', '2026-11-21T07:00'],
    ['waits until quiet hours end if it is due after midnight', {}, '2026-11-20T03:10', '2026-11-20T07:00'],
    ['is due just before quiet hours', {}, '2026-11-20T20:59', '2026-11-20T21:59'],
    ['waits until quiet hours end at noon', { quietFrom: 9, quietUntil: 12 }, '2026-11-20T08:30', '2026-11-20T12:00'],
    [
      'ignores quiet hours that start and end at 5',
      { quietFrom: 5, quietUntil: 5 },
      '2026-11-20T04:30',
      '2026-11-20T05:30',
    ],
    [
      'waits until quiet hours end in the user’s time zone',
      { timeZone: 'Asia/Kathmandu' },
      '2026-11-20T15:40',
      '2026-11-21T01:15',
    ],
    [
      'waits until quiet hours end in UTC if the time zone is unknown',
      { timeZone: 'Nowhere/Land' },
      '2026-11-20T21:30',
      '2026-11-21T07:00',
    ],
    // On 25 October 2026, clocks in Berlin go back from 3:00 to 2:00.
    [
      'waits an hour longer when daylight saving time ends in quiet hours',
      { timeZone: 'Europe/Berlin' },
      '2026-10-24T22:00',
      '2026-10-25T06:00',
    ],
  ])('schedules a reminder that %s', (_, about, from, due) => {
    expect(nextReminderTime(settings(about), at(from), at(from))).toBe(at(due))
  })

  test('schedules no reminder in the past, in quiet hours or before the interval ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom(...REMINDER_INTERVALS),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham'),
        fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') }),
        fc.integer({ min: 0, max: 48 * 60 }),
        (quietFrom, quietUntil, reminderInterval, timeZone, now, minutesAgo) => {
          const chosen = settings({ quietFrom, quietUntil, reminderInterval, timeZone })
          const since = now - minutesAgo * MINUTE
          const due = nextReminderTime(chosen, since, now) ?? 0
          expect(due).toBeGreaterThanOrEqual(Math.max(now, since + reminderInterval * MINUTE))
          expect(isInQuietHours(chosen, due)).toBe(false)
          expect(due - Math.max(now, since + reminderInterval * MINUTE)).toBeLessThanOrEqual(25 * HOUR)
        },
      ),
    )
  })
})

test.each<[elapsed: number | undefined, body: string]>([
  [undefined, 'No log entry yet. Anything to report?'],
  [30 * MINUTE, 'No log entry for 30 min. Anything to report?'],
  [HOUR - 1, 'No log entry for 59 min. Anything to report?'],
  [HOUR, 'No log entry for 1 hour. Anything to report?'],
  [2 * HOUR + 59 * MINUTE, 'No log entry for 2 hours. Anything to report?'],
  [48 * HOUR - 1, 'No log entry for 47 hours. Anything to report?'],
  [48 * HOUR, 'No log entry for 2 days. Anything to report?'],
])('after %s ms without an entry, reminds with the text: %s', (elapsed, body) => {
  expect(reminderText(elapsed)).toEqual({ title: 'Voice assistant', body })
})
