import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  activityText,
  activityWeeks,
  countByDay,
  dayOf,
  daysNotCovered,
  activityLabel,
  heatPercent,
} from './activity.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const HOUR_MS = 3_600_000
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()

// These tests need a time zone with daylight saving time.
const zone = process.env['TZ']
process.env['TZ'] = 'Europe/Berlin'
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each([
  [at(2026, 11, 16), 36, 47],
  [at(2026, 11, 22, 23), 36, 47],
  [at(2026, 11, 23, 0), 37, 48],
  [at(2027, 1, 3), 42, 53],
  [at(2027, 1, 4), 43, 1],
])('returns twelve weeks that end with the week of the time %d: from week %i to week %i', (now, first, last) => {
  const weeks = activityWeeks(now)
  expect(weeks).toHaveLength(12)
  expect([weeks[0]?.number, weeks.at(-1)?.number]).toEqual([first, last])
})

test('returns consecutive days in weeks that start on Monday', () => {
  fc.assert(
    fc.property(fc.integer({ min: at(2020, 1, 1), max: at(2040, 1, 1) }), (now) => {
      const days = activityWeeks(now).flatMap((week) => week.days)
      expect(days).toHaveLength(84)
      expect(new Date(days[0]?.from ?? 0).getDay()).toBe(1)
      for (const [index, day] of days.entries()) if (index > 0) expect(day.from).toBe(days[index - 1]?.to)
      expect(days.slice(-7).some(({ from, to }) => now >= from && now < to)).toBe(true)
    }),
  )
})

test.each([
  ['the day on which daylight saving time starts', at(2026, 3, 29), 23],
  ['the day on which daylight saving time ends', at(2026, 10, 25), 25],
  ['a day without a clock change', at(2026, 1, 10), 24],
])('returns the start and end of a day, even if the day does not have 24 hours: %s', (_, time, hours) => {
  const { from, to } = dayOf(time)
  expect((to - from) / HOUR_MS).toBe(hours)
})

test('includes the first millisecond of a day and excludes the first millisecond of the next day', () => {
  const day = dayOf(at(2026, 11, 16))
  expect(day.key).toBe('2026-11-16')
  expect(dayOf(day.from)).toEqual(day)
  expect(dayOf(day.to - 1)).toEqual(day)
  expect(dayOf(day.to).key).toBe('2026-11-17')
})

test('counts entries by local day and ignores entries without a time', () => {
  const counts = countByDay([
    entryAt(at(2026, 11, 16, 0)),
    entryAt(at(2026, 11, 16, 23)),
    entryAt(at(2026, 11, 17, 0)),
    entryAt(null),
  ])
  expect([...counts]).toEqual([
    ['2026-11-16', 2],
    ['2026-11-17', 1],
  ])
})

test('returns the days whose entries may not all be loaded', () => {
  const weeks = activityWeeks(at(2026, 11, 16))
  const days = daysNotCovered(weeks, at(2026, 9, 2, 15))
  expect(days.map(({ key }) => key)).toEqual(['2026-08-31', '2026-09-01', '2026-09-02'])
  expect(daysNotCovered(weeks, 0)).toEqual([])
})

test.each([
  [0, '0%'],
  [1, '34%'],
  [2, '56%'],
  [3, '78%'],
  [4, '100%'],
  [90, '100%'],
  [undefined, '0%'],
])('colors a day with %s entries with an intensity of %s', (entries, share) => expect(heatPercent(entries)).toBe(share))

test('labels a day for screen readers', () => {
  const day = dayOf(at(2026, 11, 16))
  expect([undefined, 0, 1, 2].map((entries) => activityLabel(day, entries))).toEqual([
    'Entries on 16 Nov 2026 are not counted yet',
    'No entries on 16 Nov 2026',
    '1 entry on 16 Nov 2026',
    '2 entries on 16 Nov 2026',
  ])
})

test('states in the summary of the activity that some days are not counted yet', () => {
  const weeks = activityWeeks(at(2026, 11, 16))
  const known = ({ key }: { readonly key: string }) => (key > '2026-10-01' ? 0 : undefined)
  expect(activityText(weeks, known)).toBe('No entries in the last 12 weeks. Some days are not counted yet.')
})

test('summarizes the activity of the last twelve weeks as text', () => {
  const weeks = activityWeeks(at(2026, 11, 16))
  expect(activityText(weeks, () => 0)).toBe('No entries in the last 12 weeks.')
  const counts: { readonly [key: string]: number } = { '2026-11-16': 1, '2026-10-01': 3 }
  expect(activityText(weeks, ({ key }) => counts[key] ?? 0)).toBe(
    '4 entries on 2 days in the last 12 weeks. Most on 1 Oct 2026: 3.',
  )
})

const entryAt = (timestamp: number | null) => logEntry({ timestamp })
