import type { AiModel } from '#domain/account/aiSettings.ts'

/** Default model ids, which a deployment can override. */
export const DEFAULT_MODEL_IDS: { readonly [Model in AiModel]: string } = {
  fast: 'gemini-3.5-flash-lite',
  powerful: 'gemini-3.8-flash',
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

/** The parameters that a model supports. A request omits unsupported parameters. */
export type ModelCapabilities = {
  /** Whether the model supports temperature, top P and top K. */
  readonly supportsSampling: boolean
  /** How thinking is limited: by tokens, by a level, or not at all. */
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
 * The capabilities of Gemini models, from Google's documentation of November 2026. Version 2.5 supports a token budget
 * and sampling parameters. Later versions support a thinking level. Versions 3.5 Flash-Lite, 3.6 and newer ignore or
 * reject sampling parameters, and Google advises against changing them for the other versions of the third generation.
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

/** Matches the version suffix of a model id, such as `-001`, `-preview` or `-preview-09-2025`. */
const VERSION_SUFFIX = /-(?:\d{3}|preview(?:-\d{2}-\d{4})?)$/

/** Returns the capabilities of a model. An unknown model gets no parameters. */
export const capabilitiesOf = (id: string): ModelCapabilities =>
  CAPABILITIES.get(id.replace(VERSION_SUFFIX, '')) ?? UNKNOWN_MODEL

/**
 * Converts a thinking budget into the parameter that a model supports.
 * @param budget tokens; 0 means the least thinking that the model allows
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
