import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { toSuggestions } from '#domain/analysis/modelAnswer.ts'
import type { AnalysisInput } from '../../functions/src/analyst.ts'
import { offlineAnalyst } from '../../functions/src/offlineAnalyst.ts'

const about = (content: string, more: Partial<AnalysisInput> = {}): AnalysisInput => ({
  content,
  level: 'FIELD',
  goals: [],
  tags: [],
  time: 0,
  timeZone: undefined,
  knownTags: [],
  settings: DEFAULT_AI_SETTINGS,
  ...more,
})

/** Returns the suggestions that a user sees for an entry with this text. */
async function found(content: string, more: Partial<AnalysisInput> = {}) {
  const entry = about(content, more)
  const { answer } = await offlineAnalyst.analyze(entry)
  return toSuggestions(answer, content, entry.knownTags)
}

describe('the suggested level', () => {
  test.each([
    ['The boiler is broken and water is leaking, this is urgent.', 'ALERT'],
    ['Compared three mortgage offers. Learned that bank B is cheapest.', 'INTEL'],
    ['Planned the week. We decided to finish the shed by June.', 'TACTICAL'],
    ['Walked in the park with a friend, nice weather.', 'FIELD'],
    ['- [ ] Call the bank\n- [ ] Buy milk', 'TACTICAL'],
  ] as const)('the level of %j is %s', async (text, level) => expect((await found(text)).suggestedLogLevel).toBe(level))

  test('keeps the current level with low confidence when no keyword matches', async () => {
    const quiet = await found('Nothing.', { level: 'INTEL' })
    expect(quiet.suggestedLogLevel).toBe('INTEL')
    expect(quiet.confidence).toBeLessThan(DEFAULT_AI_SETTINGS.minimumConfidence)
  })

  test('ignores keywords in code blocks', async () => {
    expect((await found('```\nurgent fire alarm\n```\nWalked and arrived.')).suggestedLogLevel).toBe('FIELD')
  })
})

describe('the suggested goals', () => {
  test('suggests unchecked tasks of the text, and sentences such as "I need to …", as goals', async () => {
    const text =
      '- [x] Done already\n- [ ] Check the *boiler* valve\n\nI need to call Lena before Friday. We should, however, rest.'
    expect((await found(text)).suggestedGoals).toEqual(['Check the boiler valve', 'Call Lena before Friday'])
  })

  test('suggests the open goals of the entry, but not its completed goals', async () => {
    expect((await found('Quiet.', { goals: ['Rest', '[x] Run'] })).suggestedGoals).toEqual(['Rest'])
  })

  test('replaces a goal with a more detailed goal from the text', async () => {
    const { suggestedGoals } = await found('I need to refill the reserve to 40 L before Friday.', {
      goals: ['Refill reserve to 40 L'],
    })
    expect(suggestedGoals).toEqual(['Refill the reserve to 40 L before Friday'])
  })
})

describe('the suggested tags', () => {
  test("suggests first the known tags that the text contains, in the user's spelling, and then repeated words", async () => {
    const text = 'The valves leak. Water everywhere; water in the cellar, cellar door shut.'
    const { suggestedTags } = await found(text, { knownTags: ['Valve', 'running'] })
    expect(suggestedTags).toEqual(['Valve', 'cellar', 'water'])
  })

  test("suggests the entry's tags and the hashtags of its text first", async () => {
    const { suggestedTags } = await found('About #signal today.', { tags: ['radio'] })
    expect(suggestedTags.slice(0, 2)).toEqual(['radio', 'signal'])
  })
})

test('the answer is deterministic, has too little confidence to be applied automatically, and uses no tokens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 500 }), async (content) => {
      const first = await offlineAnalyst.analyze(about(content))
      expect(await offlineAnalyst.analyze(about(content))).toEqual(first)
      expect(first.answer.confidence).toBeLessThanOrEqual(0.85)
      expect(first.tokens).toBeNull()
    }),
  )
})

test('a preview of the offline analyst has no model and contains no text of the entry', () => {
  expect(offlineAnalyst.preview(about('My secret'))).not.toHaveProperty('model')
  expect(JSON.stringify(offlineAnalyst.preview(about('My secret')))).not.toContain('secret')
})
