import { describe, expect, test } from 'vitest'
import {
  confidenceText,
  confidenceZone,
  expiryCutoff,
  hasGoal,
  isLowConfidence,
  unexpiredSuggestions,
  withGoalInserted,
  withTagInserted,
  type Suggestions,
} from './suggestions.ts'

const DAY_MS = 86_400_000

describe('confidence zones', () => {
  test.each([
    [0.9, 'green'],
    [0.89, 'amber'],
    [0.7, 'amber'],
    [0.69, 'red'],
    [0, 'red'],
    [1, 'green'],
  ] as const)('puts the confidence %d in the zone %s', (confidence, zone) =>
    expect(confidenceZone(confidence)).toBe(zone),
  )

  test('treats a confidence below 0.7 as low', () => {
    expect(isLowConfidence(0.69)).toBe(true)
    expect(isLowConfidence(0.7)).toBe(false)
    expect(confidenceText(0.5)).toBe('0.50')
  })
})

describe('retention of suggestions', () => {
  const stored = (lastAnalyzed: number): Suggestions => ({
    suggestedLogLevel: 'INTEL',
    suggestedGoals: [],
    suggestedTags: [],
    confidence: 0.8,
    lastAnalyzed,
    applied: false,
    source: 'model',
    tokens: null,
  })
  const now = 100 * DAY_MS

  test.each([
    [30, 70 * DAY_MS + 1, true],
    [30, 70 * DAY_MS, false],
    [1, 99 * DAY_MS, false],
    [90, 10 * DAY_MS + 1, true],
  ])(
    'with a retention of %d days, returns whether suggestions from the time %d are still shown: %s',
    (days, at, shown) => {
      expect(unexpiredSuggestions(stored(at), days, now) !== undefined).toBe(shown)
      expect(at > expiryCutoff(days, now)).toBe(shown)
    },
  )

  test('returns undefined for an entry without suggestions', () =>
    expect(unexpiredSuggestions(null, 30, now)).toBeUndefined())
})

test('finds a goal regardless of upper and lower case, even if the goal is completed', () => {
  expect(hasGoal(['[x] Call Lena'], 'call lena')).toBe(true)
  expect(hasGoal(['Call'], 'Call Lena')).toBe(false)
})

test('appends a goal or a tag as a new paragraph below the text', () => {
  expect(withGoalInserted('Text', 'Rest')).toBe('Text\n\nGoal: Rest')
  expect(withTagInserted('Text', 'a')).toBe('Text\n\n#a')
})
