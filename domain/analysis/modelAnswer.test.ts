import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSuggestions, type ModelAnswer } from './modelAnswer.ts'

const answer = (about: Partial<ModelAnswer> = {}): ModelAnswer => ({
  suggestedLogLevel: 'INTEL',
  suggestedGoals: [],
  suggestedTags: [],
  confidence: 0.95,
  ...about,
})

describe('suggested tags', () => {
  test.each<[suggested: string, becomes: readonly string[]]>([
    ['signal', ['signal']],
    ['#signal', ['signal']],
    ['two words', ['two-words']],
    ['three words here', ['three-words-here']],
    ['this is a sentence', []],
    ['ends with a stop.', []],
    ['42', []],
    ['', []],
    ['x'.repeat(50), ['x'.repeat(50)]],
    ['x'.repeat(51), []],
    ['<b>bold</b>', []],
    ['[a](b)', []],
    ['café', ['café']],
    ['日本', ['日本']],
  ])('converts the suggested tag %j to %j', (suggested, becomes) => {
    expect(toSuggestions(answer({ suggestedTags: [suggested] }), 'x', []).suggestedTags).toEqual(becomes)
  })

  test('returns at most five different tags, in the user’s spelling if the user already has the tag', () => {
    const { suggestedTags } = toSuggestions(
      answer({ suggestedTags: ['Water', 'WATER', 'house hold', 'a', 'b', 'c', 'd'] }),
      'x',
      ['water', 'House-Hold'],
    )
    expect(suggestedTags).toEqual(['water', 'House-Hold', 'a', 'b', 'c'])
  })
})

test('returns at most five different goals, each as a single line', () => {
  const suggestedGoals = ['Refill\n reserve', 'refill reserve', ' ', 'b', 'c', 'd', 'e', 'f']
  expect(toSuggestions(answer({ suggestedGoals: ['a\u202Eb\u0000c'] }), 'x', []).suggestedGoals).toEqual(['a b c'])
  expect(toSuggestions(answer({ suggestedGoals }), 'x', []).suggestedGoals).toEqual([
    'refill reserve',
    'b',
    'c',
    'd',
    'e',
  ])
})

describe('confidence of suggestions', () => {
  test.each<[quotes: string, about: Partial<ModelAnswer>, confidence: number]>([
    [
      'all quotes are in the text',
      { levelEvidence: 'Water main', goalEvidence: ['refill'], tagEvidence: ['main OUT'] },
      0.95,
    ],
    [
      'one of three quotes is not in the text',
      { levelEvidence: 'Water main', goalEvidence: ['a lie'], tagEvidence: ['out'] },
      0.66,
    ],
    ['one of three quotes is empty', { levelEvidence: '', goalEvidence: ['refill'], tagEvidence: ['out'] }, 0.66],
    ['the quotes for goals and tags are missing', { levelEvidence: 'Water main' }, 0.33],
    ['there are no quotes, so the confidence is too low to apply suggestions automatically', {}, 0.89],
  ])('computes the confidence from the quotes that the model gives as evidence: %s', (_, about, confidence) => {
    const full = answer({ suggestedGoals: ['Refill it'], suggestedTags: ['water'], ...about })
    expect(toSuggestions(full, '**Water** main out: refill!', []).confidence).toBe(confidence)
  })

  test('rounds the confidence down, so that it does not get the color of the next higher zone', () => {
    expect(toSuggestions(answer({ confidence: 0.899 }), 'x', []).confidence).toBe(0.89)
  })

  test('returns suggestions within the limits of the security rules for any answer of the model', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const answers = fc.record({
      suggestedLogLevel: fc.constantFrom('TACTICAL', 'INTEL', 'ALERT', 'FIELD'),
      suggestedGoals: fc.array(text),
      suggestedTags: fc.array(text),
      goalEvidence: fc.option(fc.array(text), { nil: undefined }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(answers, text, fc.array(text), (given, content, known) => {
        const found = toSuggestions(given, content, known)
        expect(found.suggestedGoals.length).toBeLessThanOrEqual(5)
        for (const goal of found.suggestedGoals) expect(goal).toMatch(/^.{1,200}$/su)
        expect(found.suggestedTags.length).toBeLessThanOrEqual(5)
        expect(found.confidence).toBeGreaterThanOrEqual(0)
        expect(found.confidence).toBeLessThanOrEqual(given.confidence)
      }),
    )
  })
})
