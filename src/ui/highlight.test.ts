import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlightFinders, createMatcher, parseSearch, searchableText } from '#domain/search/searchQuery.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import type { HastNode } from './Markdown.tsx'
import { firstMatchIndex, highlightMatches } from './highlight.ts'

const shown = (node: HastNode): string => node.value ?? (node.tagName === 'mark' ? `[${all(node)}]` : all(node))
const all = (node: HastNode): string => (node.children ?? []).map(shown).join('')

const finders = (search: string) => highlightFinders(parseSearch(search))

function marked(text: string, search: string): string {
  const tree: HastNode = {
    type: 'root',
    children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value: text }] }],
  }
  highlightMatches(finders(search))(tree)
  return all(tree)
}

describe('search highlighting', () => {
  test.each([
    ['The Water main', 'wat', 'The [Wat]er main'],
    ['underwater', 'wat', 'underwater'],
    ['Café cafe', 'cafe', '[Café] [cafe]'],
    ['Cafe\u0301 x', 'cafe', '[Cafe\u0301] x'],
    ['the water main', '"water main"', 'the [water main]'],
    ['the water main', '"water main" mai', 'the [water main]'],
    ['the main water', 'wat mai -the', 'the [mai]n [wat]er'],
    ['昨日は京都へ', '京都', '昨日は[京都]へ'],
    ['京都の東', '東京', '京都の東'],
    ['😀 water 🎉', 'water 🎉', '😀 [water] [🎉]'],
    ['ﬁne water', 'f', '[ﬁ]ne water'],
    ['Straße, strasse', 'stras', '[Straß]e, [stras]se'],
    ['Łódź', 'lodz', '[Łódź]'],
    ['a 30-minute row', '30-min', 'a [30-min]ute row'],
    ['C++ or cake', 'c++', '[C++] or cake'],
    ['दिन दान', 'दिन', '[दिन] दान'],
    ['don’t “go”', '"don\'t "', '[don’t ]“go”'],
    ['👩‍👩‍👧 👍🏽 1️⃣', '👩 👍 1', '[👩‍👩‍👧] [👍🏽] [1️⃣]'],
    ['각'.normalize('NFD'), '가', `[${'각'.normalize('NFD')}]`],
    ['ｶﾞｲﾄﾞ', 'ガイ', '[ｶﾞｲ]ﾄﾞ'],
    ['nothing here', 'water', 'nothing here'],
    ['', 'water', ''],
  ])('in the text %j, highlights the matches of the search %j', (text, search, expected) =>
    expect(marked(text, search)).toBe(expected),
  )
})

test('`firstMatchIndex` returns the index of the earliest match of any word, or 0 if there is no match', () => {
  expect(firstMatchIndex('the water main', finders('main water'))).toBe(4)
  expect(firstMatchIndex('the water main', finders('canal'))).toBe(0)
  expect(firstMatchIndex('the water main', finders(''))).toBe(0)
})

test('highlights at least one match in every entry that a search finds by its text', () => {
  const character = fc.constantFrom(
    'a',
    'ß',
    'É',
    'é',
    'ﬁ',
    'İ',
    'Σ',
    'й',
    '😀',
    '京',
    'ー',
    'กิ',
    ' ',
    '-',
    '+',
    '#',
    '’',
    '"',
    '“',
    'ｶ',
    'ﾞ',
    '👩‍👧',
    'ᄀ',
    'ᅡ',
    'ᆨ',
  )
  const content = fc.string({ unit: character, maxLength: 8 })
  fc.assert(
    fc.property(content, content, (text, search) => {
      const query = parseSearch(search)
      const words = query.conditions.some(({ not }) => !not)
      if (!words || !createMatcher(query)(logEntry({ content: text }), searchableText(logEntry({ content: text }))))
        return
      expect(marked(text, search)).toContain('[')
    }),
    { numRuns: 2000 },
  )
})
