import { describe, expect, test } from 'vitest'
import { EARLIEST_MS } from '#domain/clock.ts'
import { excerptOf, isLogId, compareNewestFirst, isClampable, wordCount } from './entry.ts'
import { contentErrorText, isBlank } from './content.ts'
import { logEntry } from '#tests/support/logEntry.ts'

describe('entry validation', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))
  test.each([
    ['the maximum number of characters', { content: 'x'.repeat(50_000) }, undefined],
    ['one character too many', { content: 'x'.repeat(50_001) }, /1 character over the limit of 50,000/],
    ['the maximum number of three-byte characters', { content: '€'.repeat(50_000) }, undefined],
    ['the maximum number of goals', { goals: many(20) }, undefined],
    ['one goal too many', { goals: many(21) }, /21 goals, and the limit is 20/],
    ['the maximum number of tags', { tags: many(20) }, undefined],
    ['one tag too many', { tags: many(21) }, /21 tags, including those in its text, and the limit is 20/],
  ])('validates the limits of an entry: %s', (_, about, message) => {
    const error = contentErrorText(logEntry(about))
    if (message) expect(error).toMatch(message)
    else expect(error).toBeUndefined()
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
  ['___', true],
  ['____', false],
  ['__id7__', false],
])('returns whether %j is a possible entry id: %s', (id, possible) => expect(isLogId(id)).toBe(possible))

test.each([
  ['', true],
  [' \n\t', true],
  ['.', false],
])('returns whether the text %j is blank: %s', (content, blank) => expect(isBlank(content)).toBe(blank))

test.each([
  ['200 characters', 'x'.repeat(200), false],
  ['201 characters', 'x'.repeat(201), true],
  ['four short lines', '- one\n- two\n- three\n- four', false],
])('returns whether a card clamps a text of %s', (_, content, clampable) =>
  expect(isClampable(content)).toBe(clampable),
)

test('cuts an excerpt at a space and leaves short texts unchanged', () => {
  expect(excerptOf('short')).toBe('short')
  const long = 'word '.repeat(200)
  expect(long.startsWith(excerptOf(long).slice(0, -1))).toBe(true)
  expect(excerptOf(long)).toMatch(/word…$/)
  expect(excerptOf('x'.repeat(1000))).toHaveLength(421)
})

describe('excerpt', () => {
  test('contains all rows of a table that begins in it', () => {
    const table = `| a | b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(60)}`
    expect(excerptOf(`${table}\nAfter the table.`)).toBe(`${table}\n…`)
    expect(excerptOf(table)).toBe(table)
  })
  const family = '👩‍👩‍👧'
  test('ends an excerpt between graphemes', () => {
    expect(excerptOf(`${'x'.repeat(416)}${family.repeat(20)}`)).toBe(`${'x'.repeat(416)}…`)
  })
  test('starts an excerpt between two graphemes, close to the given position', () => {
    const shown = excerptOf(`${family.repeat(200)}京都${'x'.repeat(500)}`, 8 * 200)
    expect(shown).toMatch(/^… (?:👩‍👩‍👧)+京都/u)
    expect(shown.indexOf('京都')).toBeLessThan(80)
  })
  test('starts an excerpt at a space only if the space is close to the given position', () => {
    expect(excerptOf(`a b ${'x'.repeat(300)} word ${'y'.repeat(55)} sought`, 366)).toMatch(/^… word y+ sought$/)
  })
})

test.each([
  ['', 0],
  ['  two  words ', 2],
  ['## Heading\n\n- [ ] task 1', 3],
  ['- [x] task\n> * [X] task\n1. [x] task', 4],
  ['what [x] means', 3],
  ['—'.repeat(100_000), 0],
  ["don't stop-over", 2],
  ['今日は天気がいい。', 5],
  ['コーヒー', 1],
  ['วันนี้อากาศดี', 4],
  ['on 2026年 at 京都', 5],
])('counts the words of the text %j: %i', (content, words) => expect(wordCount(content)).toBe(words))

test('orders entries newest first, then by id, and entries without a time last', () => {
  const entry = (id: string, timestamp: number | null) => logEntry({ id, timestamp })
  const order = [entry('a', EARLIEST_MS), entry('b', 2), entry('c', 2), entry('d', null), entry('e', null)]
  expect(order.toSorted(compareNewestFirst).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'e', 'd'])
})
