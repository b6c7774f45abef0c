import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIAL, BANDS } from './frequency.ts'
import { bandEndsText, frequencyText, parseFrequency } from './tuning.ts'

describe('typed frequency', () => {
  test.each([
    ['88', 88],
    ['88.0', 88],
    ['135', 135],
    [' 100.14 ', 100.1],
    ['100.15', 100.2],
    ['112,4', 112.4],
    ['120.8 MHz', 120.8],
    ['1e2', 100],
  ])('parses the typed text %j as %d MHz', (typed, frequency) => expect(parseFrequency(typed)).toBe(frequency))

  test.each([
    '87.9',
    '87.99',
    '135.01',
    '136',
    '-100',
    '0',
    '',
    '  ',
    'MHz',
    'a hundred',
    '100 100',
    'Infinity',
    'NaN',
  ])('rejects %j as a frequency', (typed) => expect(parseFrequency(typed)).toBeUndefined())

  test('parses every frequency that the dial shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: DIAL.low * 10, max: DIAL.high * 10 }), (at) => {
        expect(parseFrequency(frequencyText(at / 10))).toBe(at / 10)
      }),
    )
  })
})

test('formats a band as its lowest and highest frequency', () => {
  expect(BANDS.map(bandEndsText)).toEqual(['88.0–95.0', '95.1–105.0', '105.1–115.0', '115.1–125.0', '125.1–135.0'])
})
