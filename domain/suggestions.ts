import * as z from 'zod/mini'
import { goalOf, MAX_GOAL_CHARACTERS, MAX_GOALS, typedGoal } from './goals.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import { MAX_TAG_CHARACTERS, tagKey, tagOf, union } from './tags.ts'

/** What an analysis proposes for an entry. Nothing of it is the entry's until somebody applies it. */
export type Suggested = {
  readonly suggestedLogLevel: LogLevel
  readonly suggestedGoals: readonly string[]
  readonly suggestedTags: readonly string[]
}

/** What an analysis took, in tokens as the service counted them. */
export type TokenUse = { readonly input: number; readonly output: number; readonly thinking: number }

/** Suggestions as they are stored with an entry. */
export type Suggestions = Suggested & {
  /** 0 to 1. */
  readonly confidence: number
  /** Milliseconds since 1970. */
  readonly lastAnalyzed: number
  readonly applied: boolean
  /** `offline`: by the keywords of a machine without a model, not by one. */
  readonly source: 'model' | 'offline'
  readonly tokens: TokenUse | null
}

/** A tag of more words than this is a sentence. */
const MAX_TAG_WORDS = 3
export const MAX_SUGGESTED_TAGS = 5
export const MAX_SUGGESTED_GOALS = 5
/** An answer that quotes nothing cannot be so sure as to be applied by itself (specification §4: above 0.9). */
const UNPROVEN_AT_MOST = 0.89

const DAY_MS = 86_400_000

/** Specification §5. */
const GREEN_FROM = 0.9
const AMBER_FROM = 0.7

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
    .enum(['TACTICAL', 'INTEL', 'ALERT', 'FIELD'])
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

const optionalText = z.catch(z.array(z.string()), [])

/** Suggestions as another writer may have stored them; what cannot be read is no suggestion. */
export const StoredSuggestions = z.object({
  suggestedLogLevel: z.enum(LOG_LEVELS),
  suggestedGoals: optionalText,
  suggestedTags: optionalText,
  confidence: z.number().check(z.gte(0), z.lte(1)),
  applied: z.catch(z.boolean(), false),
  source: z.catch(z.enum(['model', 'offline']), 'model'),
  tokens: z.catch(z.nullable(z.object({ input: z.number(), output: z.number(), thinking: z.number() })), null),
})

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
      .map(typedGoal)
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

/** Suggestions that are still shown: those older than a person keeps them are none. */
export const retained = (suggestions: Suggestions | null, retainDays: number, now: number): Suggestions | undefined =>
  suggestions && suggestions.lastAnalyzed > expiredBefore(retainDays, now) ? suggestions : undefined

/** Suggestions of that time and older are dropped, in milliseconds since 1970. */
export const expiredBefore = (retainDays: number, now: number): number => now - retainDays * DAY_MS

/** Specification §5: 0.9 and above green, 0.7 and above amber, below red. */
export type ConfidenceZone = 'green' | 'amber' | 'red'

export const confidenceZone = (confidence: number): ConfidenceZone =>
  confidence >= GREEN_FROM ? 'green' : confidence >= AMBER_FROM ? 'amber' : 'red'

export const isLowConfidence = (confidence: number): boolean => confidenceZone(confidence) === 'red'

/** `0.86`, as it is shown. */
export const confidenceText = (confidence: number): string => confidence.toFixed(2)

/** What applying makes of an entry: level, goals and tags are replaced, but what has been done stays. */
export function applied(goals: readonly string[], suggested: Suggested): Suggested {
  const done = goals.filter((goal) => goalOf(goal).done)
  const open = suggested.suggestedGoals.filter((goal) => !hasGoal(done, goal))
  return { ...suggested, suggestedGoals: [...done, ...open].slice(0, MAX_GOALS) }
}

/** Whether an entry has a goal of this text, done or not. */
export const hasGoal = (goals: readonly string[], text: string): boolean =>
  goals.some((goal) => goalKey(goalOf(goal).text) === goalKey(text))

/** The text with a goal or a tag of the panel below it (specification §2). */
export const withGoalInserted = (content: string, goal: string): string => `${content}\n\nGoal: ${goal}`
export const withTagInserted = (content: string, tag: string): string => `${content}\n\n#${tag}`

const goalKey = (text: string): string => text.trim().toLowerCase()

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
