import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AI_RANGES,
  shouldAutoApply,
  DEFAULT_AI_SETTINGS,
  clampToRange,
  parseAiSettings,
  parseAiSettingsText,
  type AiRange,
} from './aiSettings.ts'
import { analysisCost, dollarsPerThousandTokens, dollarsText, estimateTokens } from '#domain/analysis/cost.ts'

const NAMES = [
  'temperature',
  'thinkingBudget',
  'topP',
  'topK',
  'minimumConfidence',
  'retainSuggestions',
] as const satisfies AiRange[]

describe('stored AI settings', () => {
  test.each(NAMES)(
    'accepts both ends of the range of %s, and replaces values outside the range with the default',
    (name) => {
      const { low, high } = AI_RANGES[name]
      for (const value of [low, high]) expect(parseAiSettings({ [name]: value })[name]).toBe(value)
      for (const value of [low - 0.01, high + 0.01, Number.NaN, '1', null])
        expect(parseAiSettings({ [name]: value })[name]).toBe(DEFAULT_AI_SETTINGS[name])
    },
  )

  test.each([30, 60, 120, 240])('accepts a reminder interval of %d minutes', (minutes) => {
    expect(parseAiSettings({ reminderInterval: minutes }).reminderInterval).toBe(minutes)
  })

  test.each([0, 45, '30', 31, null])('replaces the invalid reminder interval %j with one hour', (minutes) => {
    expect(parseAiSettings({ reminderInterval: minutes }).reminderInterval).toBe(60)
  })

  test.each(['quietFrom', 'quietUntil'] as const)('accepts only whole hours from 0 to 23 for %s', (name) => {
    for (const hour of [0, 23]) expect(parseAiSettings({ [name]: hour })[name]).toBe(hour)
    for (const hour of [-1, 24, 7.5, '7', null])
      expect(parseAiSettings({ [name]: hour })[name]).toBe(DEFAULT_AI_SETTINGS[name])
  })

  test('replaces an invalid setting with its default and keeps the valid settings', () => {
    expect(parseAiSettings({ model: 'best', topK: 7, aiEnabled: false })).toEqual({
      ...DEFAULT_AI_SETTINGS,
      topK: 7,
      aiEnabled: false,
    })
  })

  test('returns valid settings for any stored text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
        expect(parseAiSettings(parseAiSettingsText(text))).toEqual(parseAiSettingsText(text))
      }),
    )
  })

  test('restores valid stored settings unchanged', () => {
    const chosen = { ...DEFAULT_AI_SETTINGS, model: 'powerful', topP: 0.35, retainSuggestions: 90 } as const
    expect(parseAiSettingsText(JSON.stringify(chosen))).toEqual(chosen)
  })
})

describe('clamping of a setting', () => {
  test.each<[AiRange, number, number]>([
    ['temperature', 0.26, 0.3],
    ['temperature', -1, 0],
    ['temperature', 2, 1],
    ['thinkingBudget', 1000, 1024],
    ['thinkingBudget', 99_999, 24_576],
    ['topP', 0.33, 0.35],
    ['topK', 0, 1],
    ['topK', 40.4, 40],
    ['minimumConfidence', 0, 0.1],
    ['minimumConfidence', 0.74, 0.7],
    ['retainSuggestions', 91, 90],
  ])('clamps and rounds the %s %d to the nearest allowed value %d', (name, value, becomes) =>
    expect(clampToRange(name, value)).toBe(becomes),
  )

  test('clamps every number to a valid value of the setting', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (name, value) => {
        const chosen = clampToRange(name, value)
        expect(parseAiSettings({ [name]: chosen })[name]).toBe(chosen)
        expect(clampToRange(name, chosen)).toBe(chosen)
      }),
    )
  })
})

test.each([
  [true, true, 0.91, true],
  [true, true, 0.9, false],
  [false, true, 1, false],
  [true, false, 1, false],
])(
  'given automatic analysis %s, cost optimization %s and confidence %d, applies suggestions automatically: %s',
  (autoAnalyzeEnabled, costOptimizationEnabled, confidence, expected) => {
    const settings = { ...DEFAULT_AI_SETTINGS, autoAnalyzeEnabled, costOptimizationEnabled }
    expect(shouldAutoApply(settings, confidence)).toBe(expected)
  },
)

describe('cost of an analysis', () => {
  test('estimates one token for every four characters, and 0.75 dollars for a million tokens', () => {
    expect(estimateTokens('x'.repeat(4001))).toBe(1001)
    expect(analysisCost(2_000_000)).toBe(1.5)
  })

  test.each([
    ['fast', 0, 0.00015],
    ['fast', 1, 0.00015 * 5.83],
    ['powerful', 0, 0.00025],
    ['powerful', 24_576, 0.00025],
  ] as const)(
    'returns the price of a thousand tokens for the %s model with a thinking budget of %d',
    (model, thinkingBudget, cost) => expect(dollarsPerThousandTokens({ model, thinkingBudget })).toBeCloseTo(cost, 10),
  )

  test.each([
    [0.00015, '$0.00015'],
    [0.0008745, '$0.00087'],
    [1.5, '$1.5'],
    [0, '$0'],
  ])('formats %d dollars as %s', (amount, text) => expect(dollarsText(amount)).toBe(text))
})
