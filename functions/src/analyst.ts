import type { AiSettings } from '../../domain/account/aiSettings.ts'
import type { ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import type { TokenUsage } from '../../domain/analysis/suggestions.ts'

/** All data that an analyst receives about an entry. */
export type AnalysisInput = {
  readonly content: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** When the entry was written, in milliseconds since 1970. */
  readonly time: number
  /** The IANA time zone in which the entry was written, such as `Europe/Amsterdam`. */
  readonly timeZone: string | undefined
  /** The user's own tags, most used first. */
  readonly knownTags: readonly string[]
  readonly settings: AiSettings
}

export type AnalysisResult = { readonly answer: ModelAnswer; readonly tokens: TokenUsage | null }

/**
 * The request that an analysis would send to the model. `model` is missing for the offline analyst, because it sends
 * nothing.
 */
export type AnalysisPreview = { readonly model?: string; readonly instruction: string; readonly data: string }

/** Analyzes an entry: proposes a level, goals and tags. `analyze` rejects with `HttpError`. */
export type Analyst = {
  readonly source: 'model' | 'offline'
  readonly preview: (about: AnalysisInput) => AnalysisPreview
  readonly analyze: (about: AnalysisInput) => Promise<AnalysisResult>
}
