import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatcher, parseSearch, searchableText } from '#domain/search/searchQuery.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { SearchIndex } from './searchIndex.ts'

const word = fc.constantFrom(
  'water',
  'wat',
  'main',
  'Café',
  'lock-gate',
  '12:30',
  '京都',
  '都',
  'x',
  'waterfall',
  'C++',
  '🎉',
  '京都water',
  'กิน',
)
const entries = fc
  .uniqueArray(fc.record({ id: fc.nat(30).map(String), words: fc.array(word, { maxLength: 6 }) }), {
    selector: ({ id }) => id,
    maxLength: 20,
  })
  .map((all) => all.map(({ id, words }, index) => logEntry({ id, content: words.join(' '), timestamp: index })))
const search = fc
  .array(
    fc.oneof(
      word,
      word.map((one) => `-${one}`),
      word.map((one) => `"${one}"`),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(' '))

/** Returns the ids of the entries that a scan of all entries finds. */
const read = (all: readonly LogEntry[], text: string) =>
  all.filter((entry) => createMatcher(parseSearch(text))(entry, searchableText(entry))).map(({ id }) => id)

test('after any sequence of `put` and `drop`, the index finds the same entries as a scan of all entries', () => {
  const step = fc.oneof(
    entries.map((put) => ({ put })),
    fc.array(fc.nat(30).map(String), { maxLength: 5 }).map((drop) => ({ drop })),
    fc.constant({ index: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), search, (steps, text) => {
      const index = new SearchIndex()
      const known = new Map<string, LogEntry>()
      for (const one of steps) {
        if ('put' in one) {
          index.put(one.put)
          for (const entry of one.put) known.set(entry.id, entry)
        } else if ('drop' in one) {
          index.drop(one.drop)
          for (const id of one.drop) known.delete(id)
        } else while (index.indexSome());
      }
      const found = index.find(text).entries.map(({ id }) => id)
      expect(found.toSorted()).toEqual(read([...known.values()], text).toSorted())
      expect(index.size).toBe(known.size)
    }),
  )
})

test('`find` returns the requested range of the matches', () => {
  const index = new SearchIndex()
  index.put(Array.from({ length: 10 }, (_, number) => logEntry({ id: String(number), timestamp: number })))
  expect(index.find('text', 2, 4)).toMatchObject({ total: 10, entries: [{ id: '7' }, { id: '6' }] })
})
