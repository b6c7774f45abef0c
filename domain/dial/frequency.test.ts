import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_FREQUENCY, DIAL, PRESETS, presetOf, bandOf, BANDS } from './frequency.ts'
import {
  frequencyText,
  hasInterference,
  nextPreset,
  presetAbove,
  presetBelow,
  bandText,
  clampToDial,
} from './tuning.ts'

const onDial = fc.integer({ min: 880, max: 1350 }).map((tenths) => tenths / 10)

test.each([
  [88, 'desert', 'desertops'],
  [94.9, 'desert', 'desertops'],
  [95, 'desert', 'desertops'],
  [95.1, 'night', 'nightops'],
  [105, 'night', 'nightops'],
  [105.1, 'jungle', 'jungleops'],
  [112.4, 'jungle', 'jungleops'],
  [115, 'jungle', 'jungleops'],
  [115.1, 'arctic', 'arcticops'],
  [125, 'arctic', 'arcticops'],
  [125.1, 'urban', 'urbanops'],
  [135, 'urban', 'urbanops'],
  [87.9, 'jungle', 'jungleops'],
  [135.1, 'jungle', 'jungleops'],
  [Number.NaN, 'jungle', 'jungleops'],
  [Infinity, 'jungle', 'jungleops'],
])('maps %d MHz to the band %s and the theme %s', (frequency, name, theme) => {
  expect(bandOf(frequency)).toMatchObject({ name, theme })
})

test.each([
  [88, 'STEALTH'],
  [91.4, 'STEALTH'],
  [91.5, 'RECON'],
  [100, 'RECON'],
  [100.1, 'TACTICAL'],
  [112.3, 'TACTICAL'],
  [112.4, 'COMBAT'],
  [120.7, 'COMBAT'],
  [120.8, 'SUPPORT'],
  [130.1, 'SUPPORT'],
  [130.2, 'COMMAND'],
  [135, 'COMMAND'],
])('maps %d MHz to the preset %s', (frequency, mode) => expect(presetOf(frequency).name).toBe(mode))

test.each([
  [88, 91.5],
  [90, 91.5],
  [91.5, 100.1],
  [100.1, 112.4],
  [112.4, 120.8],
  [120.8, 130.2],
  [130.2, 88],
  [135, 88],
])('the mode button moves the dial from %d MHz to the next preset at %d MHz', (frequency, next) =>
  expect(nextPreset(frequency).frequency).toBe(next),
)

test('the mode button moves the dial to every preset once, then back to the initial preset', () => {
  let frequency: number = DEFAULT_FREQUENCY
  const seen = PRESETS.map(() => (frequency = nextPreset(frequency).frequency))
  expect(seen.toSorted((a, b) => a - b)).toEqual(PRESETS.map((preset) => preset.frequency))
  expect(frequency).toBe(DEFAULT_FREQUENCY)
})

test.each([
  [88, 91.5, 88],
  [91.5, 100.1, 88],
  [91.6, 100.1, 91.5],
  [112.4, 120.8, 100.1],
  [130.2, 135, 120.8],
  [130.3, 135, 130.2],
  [135, 135, 130.2],
])('next preset or end of the dial from %d MHz: %d MHz upwards, %d MHz downwards', (frequency, above, below) => {
  expect(presetAbove(frequency)).toBe(above)
  expect(presetBelow(frequency)).toBe(below)
})

test.each([
  [89.4, false],
  [89.5, true],
  [91.5, true],
  [93.5, true],
  [93.6, false],
  [98, false],
  [98.1, true],
  [102.1, true],
  [102.2, false],
  [110.3, false],
  [110.4, true],
  [114.4, true],
  [114.5, false],
  [118.7, false],
  [118.8, true],
  [122.8, true],
  [122.9, false],
  [128.1, false],
  [128.2, true],
  [132.2, true],
  [132.3, false],
  [88, false],
  [135, false],
])('returns whether %d MHz has interference: %s', (frequency, expected) =>
  expect(hasInterference(frequency)).toBe(expected),
)

test.each([
  [87.9, 88],
  [88, 88],
  [87.95, 88],
  [-5, 88],
  [135, 135],
  [135.04, 135],
  [135.1, 135],
  [1e9, 135],
  [112.44, 112.4],
  [112.45, 112.5],
  [112.4 + 0.5, 112.9],
  [112.9 - 0.5, 112.4],
  [Infinity, 135],
  [-Infinity, 88],
  [Number.NaN, DEFAULT_FREQUENCY],
])('clamps %d MHz to %d MHz', (wanted, tuned) => expect(clampToDial(wanted)).toBe(tuned))

describe('every frequency', () => {
  test('clamps any number to a frequency of the dial with one decimal, and leaves a clamped frequency unchanged', () => {
    fc.assert(
      fc.property(fc.double(), (wanted) => {
        const frequency = clampToDial(wanted)
        expect(frequency).toBeGreaterThanOrEqual(DIAL.low)
        expect(frequency).toBeLessThanOrEqual(DIAL.high)
        expect(Number(frequency.toFixed(1))).toBe(frequency)
        expect(clampToDial(frequency)).toBe(frequency)
      }),
    )
  })

  test('every frequency on the dial belongs to exactly one band', () => {
    fc.assert(
      fc.property(onDial, (frequency) => {
        expect(BANDS.filter(({ low, high }) => frequency >= low && frequency <= high)).toEqual([bandOf(frequency)])
      }),
    )
  })

  test('one step up and one step down lead back to the same frequency', () => {
    fc.assert(
      fc.property(onDial, fc.constantFrom(0.1, 0.5), (frequency, step) => {
        const raised = clampToDial(frequency + step)
        if (raised < DIAL.high) expect(clampToDial(raised - step)).toBe(frequency)
      }),
    )
  })
})

test.each(BANDS.map((range) => [range.name, range]))(
  'the frequency of the %s band lies within the band',
  (_, range) => {
    expect(bandOf(range.frequency)).toBe(range)
  },
)

test('formats frequencies with one decimal, and bands with their name and their lowest and highest frequency', () => {
  expect(frequencyText(120)).toBe('120.0')
  expect(BANDS.map(bandText)).toEqual([
    'DESERT 88.0–95',
    'NIGHT 95.1–105',
    'JUNGLE 105.1–115',
    'ARCTIC 115.1–125',
    'URBAN 125.1–135',
  ])
})
