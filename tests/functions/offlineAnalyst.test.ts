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

/** What a person would see. */
async function found(content: string, more: Partial<AnalysisInput> = {}) {
  const entry = about(content, more)
  const { answer } = await offlineAnalyst.analyze(entry)
  return toSuggestions(answer, content, entry.knownTags)
}

describe('the level', () => {
  test.each([
    ['The boiler is broken and water is leaking, this is urgent.', 'ALERT'],
    ['Compared three mortgage offers. Learned that bank B is cheapest.', 'INTEL'],
    ['Planned the week. We decided to finish the shed by June.', 'TACTICAL'],
    ['Walked in the park with a friend, nice weather.', 'FIELD'],
    ['- [ ] Call the bank\n- [ ] Buy milk', 'TACTICAL'],
  ] as const)('%s', async (text, level) => expect((await found(text)).suggestedLogLevel).toBe(level))

  test('is what it was where nothing speaks for another, and then nobody is sure', async () => {
    const quiet = await found('Nothing.', { level: 'INTEL' })
    expect(quiet.suggestedLogLevel).toBe('INTEL')
    expect(quiet.confidence).toBeLessThan(DEFAULT_AI_SETTINGS.minimumConfidence)
  })

  test('is not taken from code', async () => {
    expect((await found('```\nurgent fire alarm\n```\nWalked and arrived.')).suggestedLogLevel).toBe('FIELD')
  })
})

describe('goals', () => {
  test('are open tasks, and what the text says is to be done, with its date', async () => {
    const text =
      '- [x] Done already\n- [ ] Check the *boiler* valve\n\nI need to call Lena before Friday. We should, however, rest.'
    expect((await found(text)).suggestedGoals).toEqual(['Check the boiler valve', 'Call Lena before Friday'])
  })

  test('the open ones that are there stay, those that are done do not come back', async () => {
    expect((await found('Quiet.', { goals: ['Rest', '[x] Run'] })).suggestedGoals).toEqual(['Rest'])
  })

  test('what says the same and more takes the place of what said less', async () => {
    const { suggestedGoals } = await found('I need to refill the reserve to 40 L before Friday.', {
      goals: ['Refill reserve to 40 L'],
    })
    expect(suggestedGoals).toEqual(['Refill the reserve to 40 L before Friday'])
  })
})

describe('tags', () => {
  test('are the person’s own that the text speaks of, in their spelling, then what it keeps coming back to', async () => {
    const text = 'The valves leak. Water everywhere; water in the cellar, cellar door shut.'
    const { suggestedTags } = await found(text, { knownTags: ['Valve', 'running'] })
    expect(suggestedTags).toEqual(['Valve', 'cellar', 'water'])
  })

  test('those that are there and typed in the text come first', async () => {
    const { suggestedTags } = await found('About #signal today.', { tags: ['radio'] })
    expect(suggestedTags.slice(0, 2)).toEqual(['radio', 'signal'])
  })
})

test('the same entry always gets the same answer, is never as sure as what applies itself, and uses no tokens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 500 }), async (content) => {
      const first = await offlineAnalyst.analyze(about(content))
      expect(await offlineAnalyst.analyze(about(content))).toEqual(first)
      expect(first.answer.confidence).toBeLessThanOrEqual(0.85)
      expect(first.tokens).toBeNull()
    }),
  )
})

test('a preview says that nothing is sent', () => {
  expect(offlineAnalyst.preview(about('My secret'))).not.toHaveProperty('model')
  expect(JSON.stringify(offlineAnalyst.preview(about('My secret')))).not.toContain('secret')
})
