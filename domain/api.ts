import * as z from 'zod/mini'
import { MAX_GOAL_CHARACTERS, MAX_GOALS } from '#domain/entry/goals.ts'
import { isLogId } from '#domain/entry/entry.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'
import { MAX_TAG_CHARACTERS, MAX_TAGS } from '#domain/entry/tagNames.ts'

/* What the app asks the functions and what they answer. All are POST with a bearer identity token. */

const LogId = z.string().check(z.refine(isLogId, { error: 'is no id of an entry' }))

/** `preview` asks for what would be sent, and sends nothing. */
export const AnalysisRequest = z.object({ logId: LogId, preview: z.optional(z.boolean()) })

export const ApplyRequest = z.object({
  logId: LogId,
  suggestions: z.object({
    suggestedLogLevel: z.enum(LOG_LEVELS),
    suggestedGoals: z
      .array(z.string().check(z.minLength(1), z.maxLength(MAX_GOAL_CHARACTERS)))
      .check(z.maxLength(MAX_GOALS)),
    suggestedTags: z
      .array(z.string().check(z.minLength(1), z.maxLength(MAX_TAG_CHARACTERS)))
      .check(z.maxLength(MAX_TAGS)),
  }),
})

/** Times are milliseconds since 1970. */
const SuggestionsResponse = z.extend(StoredSuggestions, { lastAnalyzed: z.number() })

export const AnalysisResponse = z.object({ success: z.literal(true), suggestions: SuggestionsResponse })

/** What would be sent, to the letter, and to whom; `model` is undefined where nothing leaves the machine. */
export const PreviewResponse = z.object({
  success: z.literal(true),
  preview: z.object({ model: z.optional(z.string()), instruction: z.string(), data: z.string() }),
})

/** Of an application of suggestions, and of the report of a fault. */
export const SuccessResponse = z.object({ success: z.literal(true) })

/**
 * `logText` is Markdown, empty where nothing was understood; `reply` is what `audioResponse` says: MP3 in base64, or null
 * where there is no speech, or none that can be read. The specification's answer has no `reply`.
 */
export const VoiceResponse = z.object({
  logText: z.string(),
  reply: z._default(z.string(), ''),
  audioResponse: z.catch(z.nullable(z.base64()), null),
})

/** Every failure, with the id that the functions' log has it under. An empty text says nothing and counts as none. */
export const ErrorResponse = z.object({ error: z.string().check(z.minLength(1)), requestId: z.optional(z.string()) })

export type AnalysisRequest = z.infer<typeof AnalysisRequest>
export type ApplyRequest = z.infer<typeof ApplyRequest>
export type AnalysisResponse = z.infer<typeof AnalysisResponse>
export type VoiceResponse = z.infer<typeof VoiceResponse>
export type PreviewResponse = z.infer<typeof PreviewResponse>
