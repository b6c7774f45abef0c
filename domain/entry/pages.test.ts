import { expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { entriesInPages, nextPageLimit, oldestTime, sizeOfPage } from './pages.ts'

test.each([
  [0, 50],
  [1, 50],
  [2, 100],
  [3, 200],
  [4, 400],
  [30, 400],
])('page %i has %i entries at first', (index, size) => expect(sizeOfPage(index)).toBe(size))

test.each([
  [50, 100],
  [400, 450],
  [450, 500],
  [451, undefined],
  [500, undefined],
])('a page of %i that has to reach further has %s', (limit, next) => expect(nextPageLimit(limit)).toBe(next))

const page = (...ids: readonly string[]) => ({ limit: 50, ids: new Set(ids) })
const entries = new Map(
  [
    logEntry({ id: 'waits', timestamp: null }),
    logEntry({ id: 'new', timestamp: 20 }),
    logEntry({ id: 'old', timestamp: 10 }),
  ].map((entry) => [entry.id, entry]),
)

test.each([
  [['new', 'old'], 10],
  [['new', 'waits'], 20],
  [['waits'], Infinity],
  [[], Infinity],
])('of %j the oldest is of %s', (ids, time) => expect(oldestTime(page(...ids), entries)).toBe(time))

test('what is in no page any more is left out, and the rest keeps its identity', () => {
  const left = entriesInPages([page('old'), page('waits')], entries)
  expect([...left.keys()]).toEqual(['waits', 'old'])
  expect(left.get('old')).toBe(entries.get('old'))
})
