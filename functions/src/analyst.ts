import type { AiSettings } from '../../domain/account/aiSettings.ts'
import type { ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import type { TokenUsage } from '../../domain/analysis/suggestions.ts'

/** What an analyst is given of an entry, and nothing else. */
export type AnalysisInput = {
  readonly content: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** When it was written, in milliseconds since 1970, and where, as `Europe/Amsterdam`. */
  readonly time: number
  readonly timeZone: string | undefined
  /** The person's own tags, the most used first. */
  readonly knownTags: readonly string[]
  readonly settings: AiSettings
}

export type AnalysisResult = { readonly answer: ModelAnswer; readonly tokens: TokenUsage | null }

/** What would leave this machine for a case; no `model` where nothing does. */
export type AnalysisPreview = { readonly model?: string; readonly instruction: string; readonly data: string }

/** Whoever reads an entry and proposes a level, goals and tags. Rejects with `Failed`. */
export type Analyst = {
  readonly source: 'model' | 'offline'
  readonly preview: (about: AnalysisInput) => AnalysisPreview
  readonly analyze: (about: AnalysisInput) => Promise<AnalysisResult>
}
