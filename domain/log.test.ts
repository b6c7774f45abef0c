import { describe, expect, test } from 'vitest'
import { contentFault, excerptOf, isBlank, isLogId, newestFirst, offersMore, wordCount } from './log.ts'
import { logEntry } from '#tests/support/logEntry.ts'

describe('what can be stored', () => {
  test.each([
    ['the most characters', 'x'.repeat(50_000), undefined],
    ['one more', 'x'.repeat(50_001), /50,000 characters and this one has 50,001/],
    ['the most bytes that many characters can have', '€'.repeat(50_000), undefined],
  ])('%s', (_, content, fault) => {
    if (fault) expect(contentFault(content)).toMatch(fault)
    else expect(contentFault(content)).toBeUndefined()
  })
})

test.each([
  ['abcXYZ019_-', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['a/b', false],
  ['a b', false],
  ['ä', false],
])('%j can be an id: %s', (id, possible) => expect(isLogId(id)).toBe(possible))

test.each([
  ['', true],
  [' \n\t', true],
  ['.', false],
])('%j is blank: %s', (content, blank) => expect(isBlank(content)).toBe(blank))

test('more is offered above 200 characters', () => {
  expect(offersMore('x'.repeat(200))).toBe(false)
  expect(offersMore('x'.repeat(201))).toBe(true)
})

test('an excerpt ends at a space and keeps short texts whole', () => {
  expect(excerptOf('short')).toBe('short')
  const long = 'word '.repeat(200)
  expect(long.startsWith(excerptOf(long).slice(0, -1))).toBe(true)
  expect(excerptOf(long)).toMatch(/word…$/)
  expect(excerptOf('x'.repeat(1000))).toHaveLength(421)
})

test.each([
  ['', 0],
  ['  two  words ', 2],
])('%j has %i words', (content, words) => expect(wordCount(content)).toBe(words))

test('newest first, and by id where the time is the same', () => {
  const entry = (id: string, timestamp: number | null) => logEntry({ id, timestamp })
  const order = [entry('a', 1), entry('b', 2), entry('c', 2), entry('d', null)].toSorted(newestFirst)
  expect(order.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd'])
})
