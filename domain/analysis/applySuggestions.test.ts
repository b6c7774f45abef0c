import { describe, expect, test } from 'vitest'
import { applySuggestions } from './applySuggestions.ts'

describe('applying suggestions', () => {
  const suggested = { suggestedLogLevel: 'INTEL', suggestedGoals: ['Call Lena', 'Rest'], suggestedTags: ['a'] } as const

  test('replaces open goals with suggested goals, and keeps completed goals', () => {
    const entry = { content: 'x', goals: ['[x] call lena', '[x] Old deed', 'Open one'] }
    expect(applySuggestions(entry, suggested).suggestedGoals).toEqual(['[x] call lena', '[x] Old deed', 'Rest'])
  })

  test('keeps the tags that are typed in the text, and adds no suggested tag that the text already contains', () => {
    expect(applySuggestions({ content: 'About #signal and #A.', goals: [] }, suggested).suggestedTags).toEqual([
      'signal',
      'A',
    ])
  })
})
