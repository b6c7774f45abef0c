import type { AiSettings } from '#domain/account/aiSettings.ts'

/** The specification (§9) counts four characters as one token. */
const CHARACTERS_PER_TOKEN = 4
const DOLLARS_PER_MILLION_TOKENS = 0.75
/** Prices shown in the settings, in dollars. They come from the specification (§9), not from a price list. */
const SETTINGS_DOLLARS_PER_THOUSAND_TOKENS = { fast: 0.00015, powerful: 0.00025 } as const
const THINKING_FACTOR = 5.83

/** Estimates the number of tokens of a text. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** Estimates the cost of an analysis in dollars. */
export const analysisCost = (tokens: number): number => (tokens / 1_000_000) * DOLLARS_PER_MILLION_TOKENS

/** Returns the price of a thousand tokens with these settings, in dollars. */
export const dollarsPerThousandTokens = ({
  model,
  thinkingBudget,
}: Pick<AiSettings, 'model' | 'thinkingBudget'>): number =>
  SETTINGS_DOLLARS_PER_THOUSAND_TOKENS[model] * (model === 'fast' && thinkingBudget > 0 ? THINKING_FACTOR : 1)

/** Formats dollars with as many decimals as needed to show a nonzero digit: `$0.0009`. */
export const dollarsText = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`
