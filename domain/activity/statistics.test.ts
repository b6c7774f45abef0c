import fc from 'fast-check'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { describe, expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { entriesOnThisDay, searchBetween, statisticsOf } from './statistics.ts'

const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()
/** The current time of these tests, noon on a Friday. */
const NOW = at(2026, 11, 20)
const on = (...days: readonly [number, number, number][]) => days.map((day) => logEntry({ timestamp: at(...day) }))

describe('streaks', () => {
  test.each([
    ['no entries', on(), 0, 0],
    ['an entry today', on([2026, 11, 20]), 1, 1],
    ['a streak that ended yesterday still counts', on([2026, 11, 19], [2026, 11, 18]), 2, 2],
    ['a streak that ended two days ago does not count', on([2026, 11, 18]), 0, 1],
    ['several entries on one day count once', on([2026, 11, 20], [2026, 11, 20]), 1, 1],
    ['the longest streak is not the current one', on([2026, 11, 20], [2026, 1, 30], [2026, 1, 31], [2026, 2, 1]), 1, 3],
    ['a streak over the end of daylight saving time', on([2026, 10, 24], [2026, 10, 25], [2026, 10, 26]), 0, 3],
    ['a streak over the end of a year', on([2025, 12, 31], [2026, 1, 1]), 0, 2],
    [
      'a streak in the first century',
      ['0050-02-28T12:00:00Z', '0050-03-01T12:00:00Z'].map((time) => logEntry({ timestamp: Date.parse(time) })),
      0,
      2,
    ],
  ])('returns the current and the longest streak of days with entries: %s', (_, entries, streak, longestStreak) => {
    expect(statisticsOf(entries, NOW)).toMatchObject({ streak, longestStreak })
  })
})

test('counts the entries and words of each week, which starts on Monday', () => {
  const { weeks } = statisticsOf(
    [
      logEntry({ timestamp: at(2026, 11, 16, 0), content: 'two words' }),
      logEntry({ timestamp: at(2026, 11, 15, 23), content: 'three more words' }),
      logEntry({ timestamp: at(2020, 1, 1), content: 'long ago' }),
    ],
    NOW,
  )
  expect(weeks).toHaveLength(52)
  expect(weeks.at(-1)).toEqual({ from: at(2026, 11, 16, 0), to: at(2026, 11, 23, 0), entries: 1, words: 2 })
  expect(weeks.at(-2)).toMatchObject({ entries: 1, words: 3 })
})

test('counts the entries of each level and of each whole megahertz', () => {
  const { levels, frequencies } = statisticsOf(
    [
      logEntry({ level: 'ALERT', frequency: 112.4 }),
      logEntry({ level: 'ALERT', frequency: 112.9 }),
      logEntry({ level: 'OLD', frequency: 88 }),
      logEntry({ level: 'FIELD', frequency: null }),
    ],
    NOW,
  )
  const counts: { readonly [level: string]: number } = { ALERT: 2, FIELD: 1 }
  expect(levels).toEqual([
    ...LOG_LEVELS.map((level) => ({ level, entries: counts[level] ?? 0 })),
    { level: 'OLD', entries: 1 },
  ])
  expect(frequencies).toEqual([
    { mhz: 88, band: 'desert', entries: 1 },
    { mhz: 112, band: 'jungle', entries: 2 },
  ])
})

test('returns the entries of earlier years that have the same day and month as today', () => {
  const entries = on([2026, 11, 20], [2025, 11, 20], [2020, 11, 20], [2025, 11, 21], [2025, 10, 20])
  expect(entriesOnThisDay(entries, NOW).map(({ timestamp }) => timestamp)).toEqual([at(2025, 11, 20), at(2020, 11, 20)])
})

test('returns the search text that finds the entries of a week', () => {
  expect(searchBetween(at(2026, 11, 16, 0), at(2026, 11, 23, 0))).toBe('after:2026-11-16 before:2026-11-23')
})

test('counts every entry exactly once in the total, the weeks and the levels', () => {
  const entry = fc.record({
    timestamp: fc.integer({ min: at(2025, 12, 1), max: NOW }),
    content: fc.array(fc.constantFrom('a', 'b'), { maxLength: 5 }).map((words) => words.join(' ')),
    level: fc.constantFrom('ALERT', 'FIELD'),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (all) => {
      const found = statisticsOf(all.map(logEntry), NOW)
      const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
      expect(found.entries).toBe(all.length)
      expect(sum(found.weeks.map(({ entries }) => entries))).toBe(all.length)
      expect(sum(found.weeks.map(({ words }) => words))).toBe(found.words)
      expect(sum(found.levels.map(({ entries }) => entries))).toBe(all.length)
      expect(found.longestStreak).toBeGreaterThanOrEqual(found.streak)
    }),
  )
})
