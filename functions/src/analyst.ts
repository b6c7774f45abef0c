import type { AiSettings } from '../../domain/account/aiSettings.ts'
import type { ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import type { TokenUsage } from '../../domain/analysis/suggestions.ts'

/** The only data about an entry that an analyst receives. */
export type AnalysisInput = {
  readonly content: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** When the entry was written (milliseconds since 1970) and its IANA time zone, such as `Europe/Amsterdam`. */
  readonly time: number
  readonly timeZone: string | undefined
  /** The user's own tags, most used first. */
  readonly knownTags: readonly string[]
  readonly settings: AiSettings
}

export type AnalysisResult = { readonly answer: ModelAnswer; readonly tokens: TokenUsage | null }

/** The request that an analysis would send. `model` is missing for the offline analyst, which sends nothing. */
export type AnalysisPreview = { readonly model?: string; readonly instruction: string; readonly data: string }

/** Reads an entry and proposes a level, goals and tags. Rejects with `HttpError`. */
export type Analyst = {
  readonly source: 'model' | 'offline'
  readonly preview: (about: AnalysisInput) => AnalysisPreview
  readonly analyze: (about: AnalysisInput) => Promise<AnalysisResult>
}
