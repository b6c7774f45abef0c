import * as z from 'zod/mini'
import { goalOf } from '#domain/entry/goals.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'

/** Changes that an analysis proposes. They have no effect until they are applied. */
export type SuggestedChanges = {
  readonly suggestedLogLevel: LogLevel
  readonly suggestedGoals: readonly string[]
  readonly suggestedTags: readonly string[]
}

/** Tokens used by an analysis, as counted by the service. */
export type TokenUsage = { readonly input: number; readonly output: number; readonly thinking: number }

/** Suggestions as stored with an entry. */
export type Suggestions = SuggestedChanges & {
  /** 0 to 1. */
  readonly confidence: number
  /** Milliseconds since 1970. */
  readonly lastAnalyzed: number
  readonly applied: boolean
  /** `offline`: the machine has no model, so the suggestions come from keywords. */
  readonly source: 'model' | 'offline'
  readonly tokens: TokenUsage | null
}

const DAY_MS = 86_400_000

const stringList = z.catch(z.array(z.string()), [])

/** Parses stored suggestions from any client. Invalid values count as no suggestion. */
export const StoredSuggestions = z.object({
  suggestedLogLevel: z.enum(LOG_LEVELS),
  suggestedGoals: stringList,
  suggestedTags: stringList,
  confidence: z.number().check(z.gte(0), z.lte(1)),
  applied: z.catch(z.boolean(), false),
  source: z.catch(z.enum(['model', 'offline']), 'model'),
  tokens: z.catch(z.nullable(z.object({ input: z.number(), output: z.number(), thinking: z.number() })), null),
})

/** Returns the suggestions unless they are older than the user's retention time. */
export const unexpiredSuggestions = (
  suggestions: Suggestions | null,
  retainDays: number,
  now: number,
): Suggestions | undefined =>
  suggestions && suggestions.lastAnalyzed > expiryCutoff(retainDays, now) ? suggestions : undefined

/** Returns the cutoff time in milliseconds since 1970. Suggestions from this time or earlier have expired. */
export const expiryCutoff = (retainDays: number, now: number): number => now - retainDays * DAY_MS

/** The zones of the confidence meter (specification §5): green from 0.9, amber from 0.7, red below. */
export const CONFIDENCE_ZONES = [
  { zone: 'red', from: 0 },
  { zone: 'amber', from: 0.7 },
  { zone: 'green', from: 0.9 },
] as const

export type ConfidenceZone = (typeof CONFIDENCE_ZONES)[number]['zone']

export const confidenceZone = (confidence: number): ConfidenceZone =>
  CONFIDENCE_ZONES.findLast(({ from }) => confidence >= from)?.zone ?? 'red'

export const isLowConfidence = (confidence: number): boolean => confidenceZone(confidence) === 'red'

export const confidenceText = (confidence: number): string => confidence.toFixed(2)

/** Returns whether an entry has a goal with this text, done or not. */
export const hasGoal = (goals: readonly string[], text: string): boolean =>
  goals.some((goal) => goalKey(goalOf(goal).text) === goalKey(text))

/** Appends a suggested goal to the text (specification §2). */
export const withGoalInserted = (content: string, goal: string): string => `${content}\n\nGoal: ${goal}`
export const withTagInserted = (content: string, tag: string): string => `${content}\n\n#${tag}`

/** Returns a key for comparing goals. Ignores case and surrounding spaces. */
export const goalKey = (text: string): string => text.trim().toLowerCase()
