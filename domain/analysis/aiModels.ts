import type { AiModel } from '#domain/account/aiSettings.ts'

/** The ids of the product's two models, where a deployment names no others. */
export const DEFAULT_MODEL_IDS: { readonly [Model in AiModel]: string } = {
  fast: 'gemini-3.5-flash-lite',
  powerful: 'gemini-3.8-flash',
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

/** What a model can be told. Nothing else is sent to it. */
export type ModelCapabilities = {
  /** Whether temperature, top P and top K change its answers. */
  readonly supportsSampling: boolean
  /** How its thinking is limited: in tokens, by a level, or not at all. */
  readonly thinking:
    | { readonly by: 'tokens'; readonly least: number; readonly canBeOff: boolean }
    | { readonly by: 'level'; readonly lowest: 'MINIMAL' | 'LOW' }
    | undefined
}

const UNKNOWN_MODEL: ModelCapabilities = { supportsSampling: false, thinking: undefined }

const tokenBudgetModel = (least: number, canBeOff: boolean): ModelCapabilities => ({
  supportsSampling: true,
  thinking: { by: 'tokens', least, canBeOff },
})
const thinkingLevelModel = (lowest: 'MINIMAL' | 'LOW'): ModelCapabilities => ({
  supportsSampling: false,
  thinking: { by: 'level', lowest },
})

/**
 * From Google's pages on thinking and on each model, as of November 2026. 2.5 takes a budget and sampling. Later models
 * take a level. 3.5 Flash-Lite, 3.6 and newer ignore sampling or refuse it; for the others of the third generation
 * Google advises against changing it.
 */
const CAPABILITIES: ReadonlyMap<string, ModelCapabilities> = new Map([
  ['gemini-2.5-flash', tokenBudgetModel(0, true)],
  ['gemini-2.5-flash-lite', tokenBudgetModel(512, true)],
  ['gemini-2.5-pro', tokenBudgetModel(128, false)],
  ['gemini-3-flash', thinkingLevelModel('MINIMAL')],
  ['gemini-3.1-flash-lite', thinkingLevelModel('MINIMAL')],
  ['gemini-3.1-pro', thinkingLevelModel('LOW')],
  ['gemini-3.5-flash', thinkingLevelModel('MINIMAL')],
  ['gemini-3.5-flash-lite', thinkingLevelModel('MINIMAL')],
  ['gemini-3.6-flash', thinkingLevelModel('MINIMAL')],
  ['gemini-3.7-flash', thinkingLevelModel('LOW')],
  ['gemini-3.8-flash', thinkingLevelModel('LOW')],
  ['gemini-4-argon', thinkingLevelModel('LOW')],
])

/** What a version adds to the name of its model: `-001`, `-preview`, `-preview-09-2025`. */
const VERSION_SUFFIX = /-(?:\d{3}|preview(?:-\d{2}-\d{4})?)$/

/** What the model of this id can be told; a model that is not in the table is told nothing. */
export const capabilitiesOf = (id: string): ModelCapabilities =>
  CAPABILITIES.get(id.replace(VERSION_SUFFIX, '')) ?? UNKNOWN_MODEL

/**
 * A thinking budget in the terms of a model.
 * @param budget tokens; 0 asks for as little thinking as the model can do with
 */
export function toThinkingLimit(
  { thinking }: ModelCapabilities,
  budget: number,
): { readonly tokens: number } | { readonly level: ThinkingLevel } | undefined {
  if (!thinking) return undefined
  if (thinking.by === 'tokens')
    return { tokens: thinking.canBeOff && budget === 0 ? 0 : Math.max(thinking.least, budget) }
  if (budget === 0) return { level: thinking.lowest }
  return { level: budget <= 2048 ? 'LOW' : budget <= 8192 ? 'MEDIUM' : 'HIGH' }
}
