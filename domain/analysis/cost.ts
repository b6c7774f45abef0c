import type { AiSettings } from '#domain/account/aiSettings.ts'

/** Specification §9: four characters are a token. */
const CHARACTERS_PER_TOKEN = 4
/** Dollars for a million tokens. */
const DOLLARS_PER_MILLION_TOKENS = 0.75
/** Dollars for a thousand tokens, as the settings show it: the specification's figures (§9), not a price list. */
const SETTINGS_DOLLARS_PER_THOUSAND_TOKENS = { fast: 0.00015, powerful: 0.00025 } as const
const THINKING_FACTOR = 5.83

/** A text's tokens, estimated. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** What an analysis of that many tokens costs, in dollars, estimated. */
export const analysisCost = (tokens: number): number => (tokens / 1_000_000) * DOLLARS_PER_MILLION_TOKENS

/** What a thousand tokens cost with these settings, in dollars. */
export const costPerThousand = ({ model, thinkingBudget }: Pick<AiSettings, 'model' | 'thinkingBudget'>): number =>
  SETTINGS_DOLLARS_PER_THOUSAND_TOKENS[model] * (model === 'fast' && thinkingBudget > 0 ? THINKING_FACTOR : 1)

/** `$0.0009`, with as many places as it takes to be no zero. */
export const dollarsText = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`
