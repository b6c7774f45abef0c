import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateText } from './graphemes.ts'

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['abe\u0301', 3, 'ab'],
  ['a👩‍🚀b', 5, 'a'],
  ['a👩‍🚀b', 6, 'a👩‍🚀'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['x\r\ny', 2, 'x'],
  ['👩‍🚀', 4, ''],
  ['abc', 0, ''],
])('truncates %j to at most %i UTF-16 units: %j', (text, limit, cut) => expect(truncateText(text, limit)).toBe(cut))

test('truncates a text to the longest prefix of whole graphemes that fits into the limit', () => {
  const character = fc.constantFrom(
    'a',
    ' ',
    '\u0301',
    '😀',
    '\u200D',
    '👩',
    '🚀',
    '🇩',
    '🇪',
    'क',
    'ि',
    '한',
    '\r',
    '\n',
    '🏽',
  )
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(character, fc.string({ unit: 'binary', maxLength: 1 })) }),
      fc.nat(30),
      (text, limit) => {
        const cut = truncateText(text, limit)
        const graphemeCount = graphemes(cut).length
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(limit)
        expect(cut.isWellFormed()).toBe(true)
        expect(graphemes(text).slice(0, graphemeCount).join('')).toBe(cut)
        const next = graphemes(text)[graphemeCount]
        if (next !== undefined) expect(cut.length + next.length).toBeGreaterThan(limit)
      },
    ),
  )
})
