import fc from 'fast-check'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import {
  FILTERS,
  highlightFinders,
  createMatcher,
  narrows,
  requiredTexts,
  parseSearch,
  searchedLevel,
  searchPath,
  searchableText,
  tagSearch,
  withLevelFilter,
} from './searchQuery.ts'
import { tagKey } from '#domain/entry/tagNames.ts'

const finds = (search: string, about: Partial<LogEntry>): boolean => {
  const entry = logEntry(about)
  return createMatcher(parseSearch(search))(entry, searchableText(entry))
}
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()

describe('search matching', () => {
  test.each<[string, Partial<LogEntry>, boolean]>([
    ['', { content: 'anything' }, true],
    ['water', { content: 'The Water main' }, true],
    ['wat', { content: 'The water main' }, true],
    ['ater', { content: 'The water main' }, false],
    ['water main', { content: 'main water' }, true],
    ['"water main"', { content: 'main water' }, false],
    ['"ater ma"', { content: 'The water main' }, true],
    ['"water main"', { content: 'the water\nmain' }, true],
    ['"water main"', { content: 'the water\n\nmain' }, false],
    ['"water main"', { content: 'the water', goals: ['main'] }, false],
    ['"water main"', { tags: ['water', 'main'] }, false],
    ['"a|b"', { content: 'ab' }, false],
    ['"(a.b) [c] ^$*+?{d}/-"', { content: '(a.b) [c] ^$*+?{d}/-' }, true],
    ['"unfinished', { content: 'an unfinished one' }, true],
    ['-water', { content: 'The water main' }, false],
    ['-"water main"', { content: 'water and main' }, true],
    ['cafe', { content: 'Café' }, true],
    ['CAFÉ', { content: 'cafe' }, true],
    ['x', { content: 'ax zx éx 0x 9x' }, false],
    ['x', { content: 'a/x' }, true],
    ['x', { content: '_x' }, true],
    ['12:30', { content: 'at 12:30' }, true],
    ['https://a.org', { content: 'see https://a.org/b' }, true],
    ['京都', { content: '昨日は京都へ行った' }, true],
    ['東京', { content: '京都の東' }, false],
    ['東京', { content: '東、京' }, false],
    ['x', { content: '京都x' }, true],
    ['コーヒー', { content: '朝のコーヒーを飲む' }, true],
    ['กิน', { content: 'ไปกินข้าว' }, true],
    ['กิน', { content: 'กาน' }, false],
    ['दिन', { content: 'अच्छा दिन' }, true],
    ['दिन', { content: 'दान' }, false],
    ['lodz', { content: 'Łódź' }, true],
    ['Łódź', { content: 'lodz' }, true],
    ['strasse', { content: 'Straße' }, true],
    ['straße', { goals: ['STRASSE'] }, true],
    ["don't", { content: 'don’t' }, true],
    ['don’t', { content: "don't know" }, true],
    ['"don’t know"', { content: "don't know" }, true],
    ['“big plan”', { content: 'the big plan' }, true],
    ['“big plan”', { content: 'plan is big' }, false],
    ['„big plan“ «not yet» »or later«', { content: 'big plan, not yet or later' }, true],
    ['„big plan“ «not yet»', { content: 'big plan, yet not' }, false],
    ['“unfinished one', { content: 'one unfinished' }, false],
    ['-“big plan”', { content: 'the big plan' }, false],
    [String.raw`"say \"yes\""`, { content: 'say "yes"' }, true],
    [String.raw`"C:\temp"`, { content: String.raw`C:\temp` }, true],
    [String.raw`"a\\\\b"`, { content: String.raw`a\\b` }, true],
    ['🎉', { content: 'cake 🎉' }, true],
    ['🎉', { content: 'plain' }, false],
    ['-🎉', { content: 'plain' }, true],
    ['-🎉', { content: 'cake 🎉' }, false],
    ['❤️', { content: '❤' }, true],
    ['???', { content: 'what???' }, true],
    ['???', { content: 'what?' }, false],
    ['$', { content: '5 $' }, true],
    ['$', { content: '5 €' }, false],
    ['*', { content: 'plain' }, false],
    ['...', { content: 'and so on…' }, true],
    ['C++', { content: 'C++ notes' }, true],
    ['C++', { content: 'cake' }, false],
    ['c#', { content: 'a piece of cake' }, false],
    ['R&D', { content: 'our R&D' }, true],
    ['R&D', { content: 'the red door' }, false],
    ['$5', { content: '$5' }, true],
    ['$5', { content: '15' }, false],
    ['50%', { content: '50 people' }, false],
    ['#water', { content: 'water', tags: [] }, true],
    ['#🎉', { tags: ['🎉'] }, true],
    ['#_water', { tags: ['_water'] }, true],
    ['🇸🇪', { content: '🇺🇸🇪🇸' }, false],
    ['🇸🇪', { content: '🇺🇸🇸🇪' }, true],
    ['water', { content: 'the _water_ main' }, true],
    ['main', { content: 'the __water main__' }, true],
    ['water_main', { content: 'the water_main' }, true],
    ['water_main', { content: 'the watermain' }, false],
    ['_', { content: 'water_main' }, true],
    ['water,', { content: 'water' }, true],
    ['(water)', { content: 'water' }, true],
    ['30-minute', { content: 'a 30-minute row' }, true],
    ['30-minute', { content: 'a 30 minute row' }, true],
    ['30-minute', { content: 'a minute at 30' }, false],
    ['12:30', { content: '1230' }, false],
    ['12:30', { content: '12 hours, 30 minutes' }, false],
    ['\u0301', { content: 'plain' }, false],
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
    ['tag:“two words”', { tags: ['two words'] }, true],
    ['tag:##pier', { tags: ['#pier'] }, true],
    ['tag:##pier', { tags: ['pier'] }, false],
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
    ['has:tasks', { content: '> 1. [X] b' }, true],
    ['has:todo', { content: '2) [ ]\tb' }, true],
    ['has:todo', { content: '1986. [x](y)' }, false],
    ['has:link', { content: 'see https://a.org' }, true],
    ['has:code', { content: '`a`' }, true],
    ['has:goals', { goals: ['a'] }, true],
    ['has:tags', {}, false],
    ['water level:alert -tag:old', { content: 'water', level: 'ALERT', tags: ['new'] }, true],
  ])('returns whether the search %j finds the entry %j: %s', (search, about, found) => {
    expect(finds(search, about)).toBe(found)
  })

  describe('relative dates in a search on 1 March 2026', () => {
    beforeEach(() => vi.useFakeTimers({ now: at(2026, 3, 1) }))
    afterEach(() => vi.useRealTimers())
    test.each([
      ['on:today', at(2026, 3, 1, 0), true],
      ['on:today', at(2026, 2, 28, 23), false],
      ['on:yesterday', at(2026, 2, 28, 23), true],
    ])('returns whether the search %j finds an entry of the time %i: %s', (search, timestamp, found) =>
      expect(finds(search, { timestamp })).toBe(found),
    )
  })
})

const EXCLUDES_NOTHING = 'Write the excluded text directly after the minus sign, e.g. -word or -"some words".'

test.each([
  ['level:urgent', `level: needs one of ${LOG_LEVELS.join(', ').toLowerCase()}.`],
  ['after:monday', 'after: needs a date, e.g. 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['on:2026-02-30', 'on: needs a date, e.g. 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['on:2026-13', 'on: needs a date, e.g. 2026, 2026-03, 2026-03-01, today or yesterday.'],
  ['mhz:high', 'mhz: needs a frequency, e.g. 112.4, or a range, e.g. 105.1-115.'],
  ['has:cheese', 'has: needs one of goals, tags, tasks, todo, link, code.'],
  ['tag:', undefined],
  ['-', EXCLUDES_NOTHING],
  ['-""', EXCLUDES_NOTHING],
  ['-“ ”', EXCLUDES_NOTHING],
  ['-tag:', EXCLUDES_NOTHING],
  ['-tag:""', 'tag: needs a tag.'],
  ['-tag:#', 'tag: needs a tag.'],
  ['goal:\u0301', 'goal: needs a part of a goal.'],
  ['-\u0301', EXCLUDES_NOTHING],
  ['""', undefined],
])('returns the error message for the search %j: %s', (search, message) => {
  expect(parseSearch(`${search} water`).errors[0]).toBe(message)
  expect(parseSearch(`${search} water`).conditions).toContainEqual({ kind: 'word', value: 'water', not: false })
})

test('highlights words and phrases, but neither filters nor excluded words', () => {
  const text = 'no water at the main out, 12:30, level:alert'
  expect(
    highlightFinders(parseSearch('Wat "Main Out" -no level:alert 12:30')).map((find) => {
      const place = find(text, 0)
      return place && text.slice(place.from, place.to)
    }),
  ).toEqual(['wat', 'main out', '12:30'])
})

describe('level filter of a search', () => {
  test.each([
    ['water level:alert tag:x', 'INTEL', 'water tag:x level:intel'],
    ['water level:alert', undefined, 'water'],
    ['"the level:alert sign"', 'INTEL', '"the level:alert sign" level:intel'],
    ['-level:alert LEVEL:"intel"', undefined, '-level:alert'],
    ['"unfinished', 'INTEL', '"unfinished" level:intel'],
    [String.raw`tag:"said \"yes\""`, 'INTEL', String.raw`tag:"said \"yes\"" level:intel`],
    ['', 'FIELD', 'level:field'],
  ])('changes the level filter of the search %j to %s: %j', (text, level, after) =>
    expect(withLevelFilter(text, level)).toBe(after),
  )

  test('returns the level that a search filters by, but not a level that a search excludes', () => {
    expect(searchedLevel(parseSearch('level:alert'))).toBe('ALERT')
    expect(searchedLevel(parseSearch('-level:alert'))).toBeUndefined()
  })

  test('keeps all other conditions of a search when the level filter changes', () => {
    const part = fc.constantFrom('water', '"', '“', '”', '«', ' ', '-', 'level:', 'alert', 'tag:', '\\', '#', '🎉')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const search = parts.join('')
        const rest = parseSearch(search).conditions.filter(({ kind, not }) => not || kind !== 'level')
        expect(parseSearch(withLevelFilter(search, undefined)).conditions).toEqual(rest)
        expect(parseSearch(withLevelFilter(search, 'INTEL')).conditions).toEqual([
          ...rest,
          { kind: 'level', value: 'intel', not: false },
        ])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('search for a tag', () => {
  test.each([
    ['water', 'tag:water'],
    ['two words', 'tag:"two words"'],
    ['said "yes"', String.raw`tag:"said \"yes\""`],
    ['#pier', 'tag:"##pier"'],
    ['a:b', 'tag:"a:b"'],
  ])('turns the tag %j into the search %j', (tag, search) => expect(tagSearch(tag)).toBe(search))

  test('finds exactly the entries with the tag, whatever characters the tag contains', () => {
    const character = fc.oneof(
      fc.constantFrom('a', 'B', ' ', '"', '\\', '“', '”', '«', "'", '#', '(', ')', ':', '-', '😀', '\uD83D', '\n', 'é'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    const tag = fc.string({ unit: character, minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(tag, tag, (searched, other) => {
        expect(finds(tagSearch(searched), { tags: ['x', searched] })).toBe(true)
        expect(finds(tagSearch(searched), { tags: [other] })).toBe(tagKey(searched) === tagKey(other))
        const address = new URL(searchPath(tagSearch(searched)), 'http://a.org')
        expect(finds(address.searchParams.get('q') ?? '', { tags: [searched] })).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

test('finds an entry by any word of its text', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, index) => {
      const searched = words[index % words.length] ?? ''
      if (Object.hasOwn(FILTERS, searched)) return
      expect(finds(searched, { content: words.join(' ') })).toBe(true)
    }),
  )
})

test('never throws, whatever the search is, and never finds an entry that fails a condition of the search', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (search, content) => {
      const query = parseSearch(search)
      const entry = logEntry({ content })
      const matches = createMatcher(query)(entry, searchableText(entry))
      for (const condition of query.conditions)
        if (!createMatcher({ conditions: [condition], errors: [] })(entry, searchableText(entry)))
          expect(matches).toBe(false)
    }),
  )
})

describe('narrowing of a search', () => {
  const textsOf = (search: string) => requiredTexts(parseSearch(search).conditions)

  test.each([
    ['wat', 'water', true],
    ['boiler', 'boiler v', true],
    ['valve', 'boiler valve', true],
    ['', 'water', true],
    ['"lock', '"lock gate"', true],
    ['lock-g', 'lock-gate', true],
    ['ÉT', 'eté', true],
    ['🎉', '🎉🎉', true],
    ['level:alert wat', 'water', true],
    ['water', 'wat', false],
    ['ater', 'water', false],
    ['lock-g', 'locks-gate', false],
    ['#', '#tag', false],
    ['…', '…a', false],
    ['и', 'й', false],
    ['"water"', 'water', false],
    ['"\u00AD', '"\u00ADa', false],
    ['-wat', '-water', true],
  ])('%j is narrowed by %j: %s', (earlier, later, expected) => {
    expect(narrows(textsOf(later), textsOf(earlier))).toBe(expected)
  })

  test('excludes no match', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '-',
      '"',
      '#',
      ' ',
      '+',
      'и',
      '\u0306',
      'é',
      '京',
      '都',
      '🇩',
      '🇪',
      '👩',
      '\u200D',
      '\u00AD',
      '\n',
      ':',
    )
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, text, (content, search, typed) => {
        const later = `${search}${typed}`
        fc.pre(narrows(textsOf(later), textsOf(search)))
        const isFound = (conditions: ReturnType<typeof textsOf>) =>
          createMatcher({ conditions, errors: [] })(logEntry(), searchableText(logEntry({ content })))
        if (isFound(textsOf(later))) expect(isFound(textsOf(search))).toBe(true)
      }),
    )
  })
})
