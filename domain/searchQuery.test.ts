import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import type { LogEntry } from './log.ts'
import {
  FILTERS,
  markedWords,
  matcher,
  parseSearch,
  searchedLevel,
  searchText,
  withLevel,
  wordsOf,
} from './searchQuery.ts'

const finds = (search: string, about: Partial<LogEntry>): boolean => {
  const entry = logEntry(about)
  return matcher(parseSearch(search))(entry, searchText(entry))
}
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()

describe('what is found', () => {
  test.each<[string, Partial<LogEntry>, boolean]>([
    ['', { content: 'anything' }, true],
    ['water', { content: 'The Water main' }, true],
    ['wat', { content: 'The water main' }, true],
    ['ater', { content: 'The water main' }, false],
    ['water main', { content: 'main water' }, true],
    ['"water main"', { content: 'main water' }, false],
    ['"ater ma"', { content: 'The water main' }, true],
    ['"unfinished', { content: 'an unfinished one' }, true],
    ['-water', { content: 'The water main' }, false],
    ['-"water main"', { content: 'water and main' }, true],
    ['cafe', { content: 'Café' }, true],
    ['CAFÉ', { content: 'cafe' }, true],
    ['12:30', { content: 'at 12:30' }, true],
    ['https://a.org', { content: 'see https://a.org/b' }, true],
    ['京都', { content: '昨日は京都へ行った' }, true],
    ['reserve', { goals: ['[x] Refill reserve'] }, true],
    ['river', { tags: ['river'] }, true],
    ['level:alert', { level: 'ALERT' }, true],
    ['LEVEL:Alert', { level: 'INTEL' }, false],
    ['-level:alert', { level: 'INTEL' }, true],
    ['tag:water', { tags: ['Water'] }, true],
    ['tag:#water', { tags: ['water'] }, true],
    ['tag:wat', { tags: ['water'] }, false],
    ['-tag:water', { tags: ['water'] }, false],
    ['tag:"two words"', { tags: ['two words'] }, true],
    ['goal:refill', { goals: ['Refill reserve'] }, true],
    ['after:2026-03-01', { timestamp: at(2026, 3, 1, 0) }, true],
    ['after:2026-03-01', { timestamp: at(2026, 2, 28, 23) }, false],
    ['before:2026-03-01', { timestamp: at(2026, 2, 28, 23) }, true],
    ['before:2026-03-01', { timestamp: at(2026, 3, 1, 0) }, false],
    ['on:2026-03', { timestamp: at(2026, 3, 31, 23) }, true],
    ['on:2026-03', { timestamp: at(2026, 4, 1, 0) }, false],
    ['on:2026', { timestamp: at(2026, 12, 31, 23) }, true],
    ['on:2026-12', { timestamp: at(2026, 12, 31, 23) }, true],
    ['on:2026-12', { timestamp: at(2027, 1, 1, 0) }, false],
    ['on:0050', { timestamp: Date.parse('0050-06-01T12:00:00Z') }, true],
    ['on:0050-06', { timestamp: Date.parse('0050-06-02T12:00:00Z') }, true],
    ['on:0050', { timestamp: at(1950, 6, 1) }, false],
    ['on:2026-03-01', { timestamp: null }, false],
    ['mhz:112.4', { frequency: 112.4 }, true],
    ['mhz:112.4', { frequency: 112.5 }, false],
    ['mhz:112-112.9', { frequency: 112.9 }, true],
    ['mhz:112-112.9', { frequency: 113 }, false],
    ['mhz:112', { frequency: null }, false],
    ['is:edited', { timestamp: 1, lastUpdated: 2 }, true],
    ['is:edited', { timestamp: 1, lastUpdated: 1 }, false],
    ['is:queued', { queued: true }, true],
    ['is:untagged', { tags: [] }, true],
    ['is:open', { goals: ['[x] a', 'b'] }, true],
    ['is:done', { goals: ['[x] a', 'b'] }, false],
    ['is:done', { goals: ['[x] a'] }, true],
    ['is:done', { goals: [] }, false],
    ['has:tasks', { content: 'a\n- [x] b' }, true],
    ['has:todo', { content: 'a\n- [x] b' }, false],
    ['has:todo', { content: 'a\n- [ ] b' }, true],
    ['has:link', { content: 'see https://a.org' }, true],
    ['has:code', { content: '`a`' }, true],
    ['has:goals', { goals: ['a'] }, true],
    ['has:tags', {}, false],
    ['water level:alert -tag:old', { content: 'water', level: 'ALERT', tags: ['new'] }, true],
  ])('%j in %j: %s', (search, about, found) => {
    expect(finds(search, about)).toBe(found)
  })

  describe('with the clock at 1 March 2026', () => {
    beforeEach(() => vi.useFakeTimers({ now: at(2026, 3, 1) }))
    afterEach(() => vi.useRealTimers())
    test.each([
      ['on:today', at(2026, 3, 1, 0), true],
      ['on:today', at(2026, 2, 28, 23), false],
      ['on:yesterday', at(2026, 2, 28, 23), true],
    ])('%j at %i: %s', (search, timestamp, found) => expect(finds(search, { timestamp })).toBe(found))
  })
})

test.each([
  ['level:urgent', 'level: takes tactical, intel, alert, field.'],
  ['after:monday', 'after: takes a date as 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['on:2026-02-30', 'on: takes a date as 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['on:2026-13', 'on: takes a date as 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['mhz:high', 'mhz: takes a frequency as 112.4, or two as 105.1-115.'],
  ['has:cheese', 'has: takes goals, tags, tasks, todo, link, code.'],
  ['tag:', undefined],
])('%j is said to be wrong: %s', (search, fault) => {
  expect(parseSearch(`${search} water`).faults[0]).toBe(fault)
  expect(parseSearch(`${search} water`).conditions).toContainEqual({ kind: 'word', value: 'water', not: false })
})

test('words and phrases are marked, filters and what is excluded are not', () => {
  expect(markedWords(parseSearch('Wat "Main Out" -no level:alert 12:30'))).toEqual(['wat', 'main out', '12', '30'])
})

test('a level is put into a search and taken out again', () => {
  expect(withLevel('water level:alert tag:x', 'INTEL')).toBe('water tag:x level:intel')
  expect(withLevel('water level:alert', undefined)).toBe('water')
  expect(searchedLevel(parseSearch('level:alert'))).toBe('ALERT')
  expect(searchedLevel(parseSearch('-level:alert'))).toBeUndefined()
})

test('words of scripts with spaces and without', () => {
  expect(wordsOf('Über 2 lock-gates; 京都x')).toEqual(['uber', '2', 'lock', 'gates', '京', '都', 'x'])
})

test('an entry is found by any word of its text', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, index) => {
      const searched = words[index % words.length] ?? ''
      if (Object.hasOwn(FILTERS, searched)) return
      expect(finds(searched, { content: words.join(' ') })).toBe(true)
    }),
  )
})

test('no search makes it fail, and what is not excluded is found', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (search, content) => {
      const query = parseSearch(search)
      const entry = logEntry({ content })
      const met = matcher(query)(entry, searchText(entry))
      for (const condition of query.conditions)
        if (!matcher({ conditions: [condition], faults: [] })(entry, searchText(entry))) expect(met).toBe(false)
    }),
  )
})
