import { describe, expect, test } from 'vitest'
import { applySuggestions } from './applySuggestions.ts'

describe('applying', () => {
  const suggested = { suggestedLogLevel: 'INTEL', suggestedGoals: ['Call Lena', 'Rest'], suggestedTags: ['a'] } as const

  test('replaces what is open and keeps what is done', () => {
    const entry = { content: 'x', goals: ['[x] call lena', '[x] Old deed', 'Open one'] }
    expect(applySuggestions(entry, suggested).suggestedGoals).toEqual(['[x] call lena', '[x] Old deed', 'Rest'])
  })

  test('keeps the tags that are typed in the text, each once', () => {
    expect(applySuggestions({ content: 'About #signal and #A.', goals: [] }, suggested).suggestedTags).toEqual([
      'signal',
      'A',
    ])
  })
})
