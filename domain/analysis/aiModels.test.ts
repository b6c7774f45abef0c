import { describe, expect, test } from 'vitest'
import { DEFAULT_MODEL_IDS, toThinkingLimit, capabilitiesOf } from './aiModels.ts'

describe('sampling parameters', () => {
  test.each([
    ['gemini-2.5-flash', true],
    ['gemini-2.5-flash-preview-09-2025', true],
    ['gemini-2.5-flash-lite', true],
    ['gemini-2.5-pro', true],
    ['gemini-3.1-pro-preview', false],
    ['gemini-3.5-flash-lite', false],
    ['gemini-3.8-flash', false],
    ['gemini-4-argon', false],
    ['gemini-9-unheard-of', false],
    ['constructor', false],
  ])('returns whether the model %s supports sampling parameters: %s', (id, sampling) =>
    expect(capabilitiesOf(id).supportsSampling).toBe(sampling),
  )
})

describe('thinking limit', () => {
  test.each<[id: string, budget: number, thinking: ReturnType<typeof toThinkingLimit>]>([
    ['gemini-2.5-flash', 0, { tokens: 0 }],
    ['gemini-2.5-flash', 24_576, { tokens: 24_576 }],
    ['gemini-2.5-flash-lite', 0, { tokens: 0 }],
    ['gemini-2.5-flash-lite-preview-09-2025', 100, { tokens: 512 }],
    ['gemini-2.5-pro', 0, { tokens: 128 }],
    ['gemini-3-flash-preview', 0, { level: 'MINIMAL' }],
    ['gemini-3.1-flash-lite', 0, { level: 'MINIMAL' }],
    ['gemini-3.1-pro-preview', 0, { level: 'LOW' }],
    ['gemini-3.5-flash', 0, { level: 'MINIMAL' }],
    ['gemini-3.5-flash-lite', 0, { level: 'MINIMAL' }],
    ['gemini-3.5-flash-lite', 512, { level: 'LOW' }],
    ['gemini-3.6-flash', 0, { level: 'MINIMAL' }],
    ['gemini-3.7-flash', 0, { level: 'LOW' }],
    ['gemini-3.8-flash', 0, { level: 'LOW' }],
    ['gemini-3.8-flash-001', 2048, { level: 'LOW' }],
    ['gemini-3.8-flash', 2560, { level: 'MEDIUM' }],
    ['gemini-3.8-flash', 8192, { level: 'MEDIUM' }],
    ['gemini-3.8-flash', 8704, { level: 'HIGH' }],
    ['gemini-4-argon', 0, { level: 'LOW' }],
    ['gemini-3.8-flash-tts', 2048, undefined],
    ['gemini-9-unheard-of', 2048, undefined],
  ])('returns the thinking limit of the model %s for a budget of %d tokens: %j', (id, budget, thinking) =>
    expect(toThinkingLimit(capabilitiesOf(id), budget)).toEqual(thinking),
  )
})

test('has a way to limit the thinking of every default model', () => {
  for (const id of Object.values(DEFAULT_MODEL_IDS)) expect(capabilitiesOf(id).thinking, id).toBeDefined()
})
