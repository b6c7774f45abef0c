import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIAL, RANGES } from './frequency.ts'
import { endsText, frequencyText, typedFrequency } from './tuning.ts'

describe('a typed frequency', () => {
  test.each([
    ['88', 88],
    ['88.0', 88],
    ['135', 135],
    [' 100.14 ', 100.1],
    ['100.15', 100.2],
    ['112,4', 112.4],
    ['120.8 MHz', 120.8],
    ['1e2', 100],
  ])('%j is taken as %d', (typed, frequency) => expect(typedFrequency(typed)).toBe(frequency))

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
  ])('%j is ignored', (typed) => expect(typedFrequency(typed)).toBeUndefined())

  test('that is on the dial comes back as the dial writes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: DIAL.low * 10, max: DIAL.high * 10 }), (at) => {
        expect(typedFrequency(frequencyText(at / 10))).toBe(at / 10)
      }),
    )
  })
})

test('a band is told by its ends', () => {
  expect(RANGES.map(endsText)).toEqual(['88.0–95.0', '95.1–105.0', '105.1–115.0', '115.1–125.0', '125.1–135.0'])
})
