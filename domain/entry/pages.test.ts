import { expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { entriesInPages, largerPageLimit, oldestTimeInPage, sizeOfPage } from './pages.ts'

test.each([
  [0, 50],
  [1, 50],
  [2, 100],
  [3, 200],
  [4, 400],
  [30, 400],
])('loads page %i with an initial size of %i entries', (index, size) => expect(sizeOfPage(index)).toBe(size))

test.each([
  [50, 100],
  [400, 450],
  [450, 500],
  [451, undefined],
  [500, undefined],
])('raises the limit of a page from %i entries to %s', (limit, next) => expect(largerPageLimit(limit)).toBe(next))

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
])('returns the oldest time of the entries %j of a page: %s', (ids, time) =>
  expect(oldestTimeInPage(page(...ids), entries)).toBe(time),
)

test('removes entries that are on no page and reuses the objects of unchanged entries', () => {
  const left = entriesInPages([page('old'), page('waits')], entries)
  expect([...left.keys()]).toEqual(['waits', 'old'])
  expect(left.get('old')).toBe(entries.get('old'))
})
