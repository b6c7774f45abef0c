import * as z from 'zod/mini'
import { MAX_GOAL_CHARACTERS, typedGoal } from '#domain/entry/goals.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { plainLine } from '#domain/text/plainText.ts'
import { goalKey, type Suggested } from './suggestions.ts'
import { MAX_TAG_CHARACTERS, tagKey, tagOf, union } from '#domain/entry/tagNames.ts'

/** A tag of more words than this is a sentence. */
const MAX_TAG_WORDS = 3
export const MAX_SUGGESTED_TAGS = 5
export const MAX_SUGGESTED_GOALS = 5
/** An answer that quotes nothing cannot be so sure as to be applied by itself (specification §4: above 0.9). */
const UNPROVEN_AT_MOST = 0.89

const quotes = (what: string) =>
  z
    .array(z.string())
    .check(z.describe(`For each of ${what}, in the same order, the words of the entry it follows from.`))

/**
 * What a model is asked for. Its JSON schema goes with the request and its answer is read by it. The evidence stands
 * first: a model that has to quote before it proposes proposes what is there.
 */
export const ModelAnswer = z.object({
  levelEvidence: z.optional(z.string().check(z.describe('The words of the entry that its level follows from.'))),
  goalEvidence: z.optional(quotes('suggestedGoals')),
  tagEvidence: z.optional(quotes('suggestedTags')),
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
 * Suggestions out of a model's answer: tags that are no sentences, in the spelling the person uses already, and goals,
 * each once and no longer than is stored. Its confidence is no higher than the share of its suggestions that quote the
 * entry.
 */
export function suggestedBy(
  answer: ModelAnswer,
  content: string,
  knownTags: readonly string[],
): Suggested & { readonly confidence: number } {
  const own = new Map(knownTags.map((tag) => [tagKey(tag), tag]))
  const tags = answer.suggestedTags
    .map((tag) => tag.trim().replace(/^#+/, ''))
    .filter(isTag)
    .map(tagOf)
    .map((tag) => own.get(tagKey(tag)) ?? tag)
  const goals = new Map(
    answer.suggestedGoals
      .map((goal) => typedGoal(plainLine(goal)))
      .filter((goal) => goal !== '')
      .map((goal) => [goalKey(goal), goal]),
  )
  return {
    suggestedLogLevel: answer.suggestedLogLevel,
    suggestedGoals: [...goals.values()].slice(0, MAX_SUGGESTED_GOALS),
    suggestedTags: union(tags, []).slice(0, MAX_SUGGESTED_TAGS),
    confidence: Math.floor(Math.min(answer.confidence, provenShare(answer, content)) * 100) / 100,
  }
}

const isTag = (text: string): boolean =>
  text.length <= MAX_TAG_CHARACTERS &&
  text.split(/[\s_-]+/).length <= MAX_TAG_WORDS &&
  /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _/-]*$/u.test(text) &&
  /\p{L}/u.test(text)

function provenShare({ levelEvidence, goalEvidence, tagEvidence, ...answer }: ModelAnswer, content: string): number {
  if (levelEvidence === undefined && goalEvidence === undefined && tagEvidence === undefined) return UNPROVEN_AT_MOST
  const text = squeezed(content)
  const proven = (quote: string | undefined) =>
    quote !== undefined && squeezed(quote) !== '' && text.includes(squeezed(quote))
  const found = [
    proven(levelEvidence),
    ...answer.suggestedGoals.map((_, index) => proven(goalEvidence?.[index])),
    ...answer.suggestedTags.map((_, index) => proven(tagEvidence?.[index])),
  ]
  return found.filter(Boolean).length / found.length
}

/** Quotes are compared by their words: models change quotation marks, spaces and capitals. */
const squeezed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
