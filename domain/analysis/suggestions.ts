import * as z from 'zod/mini'
import { goalOf } from '#domain/entry/goals.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'

/** What an analysis proposes for an entry. Nothing of it is the entry's until somebody applies it. */
export type SuggestedChanges = {
  readonly suggestedLogLevel: LogLevel
  readonly suggestedGoals: readonly string[]
  readonly suggestedTags: readonly string[]
}

/** What an analysis took, in tokens as the service counted them. */
export type TokenUsage = { readonly input: number; readonly output: number; readonly thinking: number }

/** Suggestions as they are stored with an entry. */
export type Suggestions = SuggestedChanges & {
  /** 0 to 1. */
  readonly confidence: number
  /** Milliseconds since 1970. */
  readonly lastAnalyzed: number
  readonly applied: boolean
  /** `offline`: by the keywords of a machine without a model, not by one. */
  readonly source: 'model' | 'offline'
  readonly tokens: TokenUsage | null
}

const DAY_MS = 86_400_000

const stringList = z.catch(z.array(z.string()), [])

/** Suggestions as another writer may have stored them; what cannot be read is no suggestion. */
export const StoredSuggestions = z.object({
  suggestedLogLevel: z.enum(LOG_LEVELS),
  suggestedGoals: stringList,
  suggestedTags: stringList,
  confidence: z.number().check(z.gte(0), z.lte(1)),
  applied: z.catch(z.boolean(), false),
  source: z.catch(z.enum(['model', 'offline']), 'model'),
  tokens: z.catch(z.nullable(z.object({ input: z.number(), output: z.number(), thinking: z.number() })), null),
})

/** Suggestions that are still shown: those older than a person keeps them are none. */
export const unexpiredSuggestions = (
  suggestions: Suggestions | null,
  retainDays: number,
  now: number,
): Suggestions | undefined =>
  suggestions && suggestions.lastAnalyzed > expiryCutoff(retainDays, now) ? suggestions : undefined

/** Suggestions of that time and older are dropped, in milliseconds since 1970. */
export const expiryCutoff = (retainDays: number, now: number): number => now - retainDays * DAY_MS

/** Specification §5: 0.9 and above green, 0.7 and above amber, below red. */
export const CONFIDENCE_ZONES = [
  { zone: 'red', from: 0 },
  { zone: 'amber', from: 0.7 },
  { zone: 'green', from: 0.9 },
] as const

export type ConfidenceZone = (typeof CONFIDENCE_ZONES)[number]['zone']

export const confidenceZone = (confidence: number): ConfidenceZone =>
  CONFIDENCE_ZONES.findLast(({ from }) => confidence >= from)?.zone ?? 'red'

export const isLowConfidence = (confidence: number): boolean => confidenceZone(confidence) === 'red'

/** `0.86`, as it is shown. */
export const confidenceText = (confidence: number): string => confidence.toFixed(2)

/** Whether an entry has a goal of this text, done or not. */
export const hasGoal = (goals: readonly string[], text: string): boolean =>
  goals.some((goal) => goalKey(goalOf(goal).text) === goalKey(text))

/** The text with a goal or a tag of the panel below it (specification §2). */
export const withGoalInserted = (content: string, goal: string): string => `${content}\n\nGoal: ${goal}`
export const withTagInserted = (content: string, tag: string): string => `${content}\n\n#${tag}`

/** What goals are compared by. */
export const goalKey = (text: string): string => text.trim().toLowerCase()
