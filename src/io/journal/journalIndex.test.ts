import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOnThisDay, statisticsOf } from '#domain/activity/statistics.ts'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import { goalOf } from '#domain/entry/goals.ts'
import { tagKey } from '#domain/entry/tagNames.ts'
import { createMatcher, parseSearch, searchableText } from '#domain/search/searchQuery.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { JournalIndex } from './journalIndex.ts'

const DAY_MS = 86_400_000
const NOW = 731.5 * DAY_MS
const word = fc.constantFrom(
  'water',
  'wat',
  'main',
  'Café',
  'lock-gate',
  'lock',
  '12:30',
  '京都',
  '都',
  'x',
  'waterfall',
  'C++',
  'C',
  '#',
  '#x',
  'и',
  'й',
  '🎉',
  '🇩🇪',
  '京都water',
  'กิน',
)
const status = fc.constantFrom<Partial<LogEntry>[]>(
  {},
  {},
  { listed: false },
  { deleted: true, deletedAt: 5 },
  { deleted: true, deletedAt: 6 },
  { deleted: true, deletedAt: null },
)
const entry = fc
  .record({
    id: fc.nat(30).map(String),
    words: fc.array(word, { maxLength: 6 }),
    timestamp: fc.constantFrom(null, 0, 1, 2, DAY_MS, 365 * DAY_MS, 366 * DAY_MS, 731 * DAY_MS),
    level: fc.constantFrom('INTEL', 'ALERT'),
    tags: fc.uniqueArray(fc.constantFrom('a', 'A', 'b', 'lock')),
    goals: fc.uniqueArray(fc.constantFrom('Rest', '[x] Rest', 'Eat')),
    status,
  })
  .map((fields) => logEntry({ ...fields, content: fields.words.join(' '), ...fields.status }))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(entry, { maxLength: 20 }).map((put) => ({ put })) },
  { weight: 3, arbitrary: fc.array(fc.nat(30).map(String), { maxLength: 5 }).map((drop) => ({ drop })) },
  { weight: 1, arbitrary: fc.constant({ drop: Array.from({ length: 31 }, (_, id) => String(id)) }) },
  { weight: 2, arbitrary: fc.constant({ prepare: true } as const) },
)
const condition = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  word.map((one) => `"${one} "`),
  fc.constantFrom('level:alert', '-tag:a', 'after:1971', 'has:goals'),
)
const search = fc.array(condition, { maxLength: 3 }).map((parts) => parts.join(' '))

/** Applies the same steps to an index and to a map of entries. */
function apply(
  index: JournalIndex,
  known: Map<string, LogEntry>,
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
) {
  if ('put' in one) {
    index.put(one.put)
    for (const each of one.put) known.set(each.id, each)
  } else if ('drop' in one) {
    index.drop(one.drop)
    for (const id of one.drop) known.delete(id)
  } else while (index.prepareSome());
}

const currentOf = (known: ReadonlyMap<string, LogEntry>) =>
  [...known.values()].filter(({ deleted }) => !deleted).toSorted(compareNewestFirst)

/** Returns the entries that a scan of all entries finds. */
const scan = (all: readonly LogEntry[], text: string) =>
  all.filter((one) => createMatcher(parseSearch(text))(one, searchableText(one)))

const isIn = (from: number, to: number, { timestamp }: LogEntry) =>
  timestamp !== null && timestamp >= from && timestamp < to

/** Returns every text of the search field while a user types a search and then deletes its end. */
function typed(text: string): readonly string[] {
  const beginnings = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1))
  return [...beginnings, ...beginnings.toReversed().slice(1)]
}

test('after any sequence of changes, all queries return the same as a scan of all entries', () => {
  const time = fc.constantFrom(-1, 0, 1, 3, 365 * DAY_MS, 732 * DAY_MS)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), time, time, fc.nat(25), (steps, from, to, limit) => {
      const index = new JournalIndex()
      const known = new Map<string, LogEntry>()
      for (const one of steps) {
        apply(index, known, one)
        const current = currentOf(known)
        const listed = current.filter((each) => each.listed)
        expect(index.list(limit)).toEqual({ entries: current.slice(0, limit), hasMore: current.length > limit })
        expect(index.between(from, to)).toEqual(listed.filter((each) => isIn(from, to, each)))
        expect(index.countSpans([{ from, to }])).toEqual([listed.filter((each) => isIn(from, to, each)).length])
        expect(index.size).toBe(current.length)
        expect(index.entry('7')).toBe(known.get('7'))
        expect(new Set(index.trash())).toEqual(new Set([...known.values()].filter(({ deleted }) => deleted)))
        expect(index.goals()).toEqual([
          ...new Set(current.flatMap(({ goals }) => goals.map((goal) => goalOf(goal).text))),
        ])
        const keys = current.flatMap(({ tags }) => tags.map(tagKey))
        expect(new Map(index.tags().map(({ tag, count }) => [tagKey(tag), count]))).toEqual(
          new Map(keys.map((key) => [key, keys.filter((other) => other === key).length])),
        )
        expect(index.lookBack(NOW)).toEqual({
          statistics: statisticsOf(current, NOW),
          onThisDay: entriesOnThisDay(current, NOW),
        })
      }
    }),
  )
})

test('while a user types and entries change, a search finds the same entries as a scan of all entries', () => {
  const changeAt = fc.record({ at: fc.nat(20), change: step })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), search, changeAt, search, (steps, text, { at, change }, last) => {
      const index = new JournalIndex()
      const known = new Map<string, LogEntry>()
      for (const one of steps) apply(index, known, one)
      for (const [number, typedText] of [...typed(text), last, text].entries()) {
        if (number === at) apply(index, known, change)
        const found = scan(currentOf(known), typedText)
        expect(index.search(typedText)).toEqual({ total: found.length, entries: found })
      }
    }),
  )
})

test('`search` returns the newest matches up to a limit, and the number of all matches', () => {
  const index = new JournalIndex()
  index.put(Array.from({ length: 10 }, (_, number) => logEntry({ id: String(number), timestamp: number })))
  expect(index.search('text', 2)).toMatchObject({ total: 10, entries: [{ id: '9' }, { id: '8' }] })
})

test('a repeated search does not find an entry that was changed or removed in the meantime', () => {
  const index = new JournalIndex()
  const put = (id: string, content: string) => index.put([logEntry({ id, content })])
  const found = () => index.search('wat').entries.map(({ id }) => id)
  put('a', 'water')
  put('b', 'water')
  put('c', 'main')
  expect(found()).toEqual(['b', 'a'])
  put('a', 'main')
  expect(found()).toEqual(['b'])
  index.drop(['b'])
  expect(found()).toEqual([])
  put('d', 'water')
  expect(found()).toEqual(['d'])
})

test('`trash` returns the most recently deleted entry first', () => {
  const index = new JournalIndex()
  const deletedAt = { c: 1, a: 3, e: null, d: 2, b: 3 }
  index.put(Object.entries(deletedAt).map(([id, time]) => logEntry({ id, deleted: true, deletedAt: time })))
  expect(index.trash().map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c', 'e'])
})

test('`tags` returns the most used tag first, in its most used spelling', () => {
  const index = new JournalIndex()
  const tags = [['radio'], ['Radio', 'map'], ['radio'], ['map'], ['lamp']]
  index.put(tags.map((each, number) => logEntry({ id: String(number), tags: each })))
  index.put([logEntry({ id: 'deleted', tags: ['lamp'], deleted: true })])
  expect(index.tags()).toEqual([
    { tag: 'radio', count: 3 },
    { tag: 'map', count: 2 },
    { tag: 'lamp', count: 1 },
  ])
})

test('`prepareSome` prepares entries in batches', () => {
  const index = new JournalIndex()
  index.put(Array.from({ length: 500 }, (_, number) => logEntry({ id: String(number) })))
  expect([index.prepareSome(), index.prepareSome(), index.prepareSome()]).toEqual([true, true, false])
})
