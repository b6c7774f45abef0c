import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countByBisection, type TimeRange } from './countByBisection.ts'

const counter = (times: readonly number[], cap: number) => {
  let queries = 0
  const within = ({ from, to }: TimeRange) => times.filter((time) => time >= from && time < to).length
  return {
    countIn: async (range: TimeRange) => {
      queries++
      return Math.min(within(range), cap)
    },
    countOne: async (range: TimeRange) => within(range),
    queries: () => queries,
  }
}

test('the count is exact for entries at any times', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 5000 })),
      fc.integer({ min: 1, max: 20 }),
      async (times, cap) => {
        const { countIn, countOne } = counter(times, cap)
        expect(await countByBisection({ from: 0, to: 5001 }, cap, countIn, countOne)).toBe(times.length)
      },
    ),
  )
})

test('the count is exact even if more entries have the same time than one query can count', async () => {
  const { countIn, countOne } = counter(
    Array.from({ length: 1200 }, () => 77),
    500,
  )
  expect(await countByBisection({ from: 0, to: 100 }, 500, countIn, countOne)).toBe(1200)
})

test('counting ten thousand entries of one year takes less than a hundred queries', async () => {
  const year = 365 * 86_400_000
  const times = Array.from({ length: 10_000 }, (_, index) => Math.floor((index * year) / 10_000))
  const { countIn, countOne, queries } = counter(times, 500)
  expect(await countByBisection({ from: 0, to: year }, 500, countIn, countOne)).toBe(10_000)
  expect(queries()).toBeLessThan(100)
})
