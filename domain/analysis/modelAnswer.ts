import * as z from 'zod/mini'
import { MAX_GOAL_CHARACTERS, normalizeGoal } from '#domain/entry/goals.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { toPlainLine } from '#domain/text/plainText.ts'
import { goalKey, type SuggestedChanges } from './suggestions.ts'
import { MAX_TAG_CHARACTERS, tagKey, normalizeTag, unionTags } from '#domain/entry/tagNames.ts'

/** Longer tags are dropped, because they are usually sentences. */
const MAX_TAG_WORDS = 3
export const MAX_SUGGESTED_TAGS = 5
export const MAX_SUGGESTED_GOALS = 5
/**
 * The highest confidence of suggestions that do not quote the entry. It is too low for automatic application, which
 * requires more than 0.9 (specification §4).
 */
const MAX_UNQUOTED_CONFIDENCE = 0.89

const quotesSchema = (what: string) =>
  z
    .array(z.string())
    .check(z.describe(`For each of ${what}, in the same order, the words of the entry it follows from.`))

/**
 * Schema of the model's answer. The request contains the schema, and the answer is validated against it. `evidence`
 * comes first, because a model that quotes before it proposes stays closer to the text.
 */
export const ModelAnswer = z.object({
  levelEvidence: z.optional(z.string().check(z.describe('The words of the entry that its level follows from.'))),
  goalEvidence: z.optional(quotesSchema('suggestedGoals')),
  tagEvidence: z.optional(quotesSchema('suggestedTags')),
  suggestedLogLevel: z
    .enum(LOG_LEVELS)
    .check(
      z.describe(
        'ALERT: something is urgent, broken or dangerous. INTEL: something was learned or observed. TACTICAL: something is planned, decided or done. FIELD: anything else that happened.',
      ),
    ),
  suggestedGoals: z
    .array(z.string())
    .check(
      z.describe(
        `What the writer still has to do or means to do, at most ${MAX_SUGGESTED_GOALS}, each an imperative of less than ${MAX_GOAL_CHARACTERS} characters. They take the place of the entry's own: repeat those that still hold. None that is done. Empty if there is none.`,
      ),
    ),
  suggestedTags: z
    .array(z.string())
    .check(
      z.describe(
        `What the entry is about, at most ${MAX_SUGGESTED_TAGS}, each one or two lower-case words. They take the place of the entry's own: repeat those that fit. Reuse a known tag wherever one fits. Never a sentence.`,
      ),
    ),
  confidence: z
    .number()
    .check(
      z.gte(0),
      z.lte(1),
      z.describe(
        'How sure you are that the writer would take all of this as it is: 0.9 and more only if none is a guess.',
      ),
    ),
})

export type ModelAnswer = z.infer<typeof ModelAnswer>

/**
 * Converts a model's answer into suggestions: drops tags that are sentences, prefers the user's existing spelling of
 * tags, removes duplicates and applies the length limits. Caps the confidence at the share of suggestions that quote
 * the entry.
 */
export function toSuggestions(
  answer: ModelAnswer,
  content: string,
  knownTags: readonly string[],
): SuggestedChanges & { readonly confidence: number } {
  const knownTagsByKey = new Map(knownTags.map((tag) => [tagKey(tag), tag]))
  const tags = answer.suggestedTags
    .map((tag) => tag.trim().replace(/^#+/, ''))
    .filter(isTag)
    .map(normalizeTag)
    .map((tag) => knownTagsByKey.get(tagKey(tag)) ?? tag)
  const goals = new Map(
    answer.suggestedGoals
      .map((goal) => normalizeGoal(toPlainLine(goal)))
      .filter((goal) => goal !== '')
      .map((goal) => [goalKey(goal), goal]),
  )
  return {
    suggestedLogLevel: answer.suggestedLogLevel,
    suggestedGoals: [...goals.values()].slice(0, MAX_SUGGESTED_GOALS),
    suggestedTags: unionTags(tags, []).slice(0, MAX_SUGGESTED_TAGS),
    confidence: Math.floor(Math.min(answer.confidence, quotedShare(answer, content)) * 100) / 100,
  }
}

const isTag = (text: string): boolean =>
  text.length <= MAX_TAG_CHARACTERS &&
  text.split(/[\s_-]+/).length <= MAX_TAG_WORDS &&
  /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _/-]*$/u.test(text) &&
  /\p{L}/u.test(text)

function quotedShare({ levelEvidence, goalEvidence, tagEvidence, ...answer }: ModelAnswer, content: string): number {
  if (levelEvidence === undefined && goalEvidence === undefined && tagEvidence === undefined)
    return MAX_UNQUOTED_CONFIDENCE
  const text = normalizeWords(content)
  const isQuoted = (quote: string | undefined) =>
    quote !== undefined && normalizeWords(quote) !== '' && text.includes(normalizeWords(quote))
  const found = [
    isQuoted(levelEvidence),
    ...answer.suggestedGoals.map((_, index) => isQuoted(goalEvidence?.[index])),
    ...answer.suggestedTags.map((_, index) => isQuoted(tagEvidence?.[index])),
  ]
  return found.filter(Boolean).length / found.length
}

/** Normalizes a quote for comparison, because models change quotation marks, spaces and capitals. */
const normalizeWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
