import { expect, test } from 'vitest'
import {
  dateText,
  dayText,
  EARLIEST_MS,
  isoDay,
  isTimeZone,
  LATEST_MS,
  localTime,
  dateTimeText,
  timeText,
} from './clock.ts'

test('formats times and dates as the design specifies', () => {
  const time = new Date(2026, 10, 16, 8, 2).getTime()
  expect(timeText(time)).toBe('08:02')
  expect(dateText(time)).toBe('16 Nov 2026')
  expect(dayText(time)).toBe('Mon 16 Nov 2026')
  expect(dateTimeText(time)).toBe('2026/11/16 08:02')
  expect(isoDay(time)).toBe('2026-11-16')
})

test.each([
  [0, '12:05 AM'],
  [1, '1:05 AM'],
  [11, '11:05 AM'],
  [12, '12:05 PM'],
  [13, '1:05 PM'],
  [23, '11:05 PM'],
])('formats %i:05 on a 12-hour clock as %s', (hour, text) =>
  expect(timeText(new Date(2026, 10, 16, hour, 5).getTime(), 12)).toBe(text),
)

test.each([
  [[2026, 3, 1], true],
  [[2024, 2, 29], true],
  [[2023, 2, 29], false],
  [[2026, 13, 1], false],
  [[2026, 0, 1], false],
  [[2026, 1, 32], false],
  [[2026, 1, 1, 23, 59], true],
  [[2026, 1, 1, 24, 0], false],
  [[2026, 1, 1, 0, 60], false],
] as const)('returns whether the local date and time %j exist', ([year, month, day, hour, minute], exists) => {
  expect(Number.isNaN(localTime(year, month, day, hour, minute))).toBe(!exists)
})

test('does not read the years 7 and 50 as 1907 and 1950', () => {
  expect(isoDay(localTime(50, 2, 3))).toBe('0050-02-03')
  expect(dateTimeText(localTime(7, 12, 31, 8, 5))).toBe('0007/12/31 08:05')
})

test('sets the earliest and latest time to the start of the year 1 and the end of the year 9999', () => {
  expect(new Date(EARLIEST_MS).toISOString()).toBe('0001-01-01T00:00:00.000Z')
  expect(new Date(LATEST_MS).toISOString()).toBe('9999-12-31T23:59:59.999Z')
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['', false],
  ['Mars/Olympus', false],
  ['<img src=x>', false],
])('returns whether %j is a time zone', (text, isZone) => {
  expect(isTimeZone(text)).toBe(isZone)
})
