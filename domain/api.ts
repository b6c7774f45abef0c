import * as z from 'zod/mini'
import { MAX_GOAL_CHARACTERS, MAX_GOALS } from '#domain/entry/goals.ts'
import { isLogId } from '#domain/entry/entry.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'
import { MAX_TAG_CHARACTERS, MAX_TAGS } from '#domain/entry/tagNames.ts'

/* Requests and responses of the functions. Every endpoint is a POST with an identity token as bearer token. */

const LogId = z.string().check(z.refine(isLogId, { error: 'is no id of an entry' }))

/** `preview` returns the model request without sending it. */
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

/** The exact request to the model, and who receives it. `model` is undefined if no data leaves the machine. */
export const PreviewResponse = z.object({
  success: z.literal(true),
  preview: z.object({ model: z.optional(z.string()), instruction: z.string(), data: z.string() }),
})

/** Response of the endpoints that receive applied suggestions and error reports. */
export const SuccessResponse = z.object({ success: z.literal(true) })

/**
 * `logText` is Markdown; it is empty if nothing was understood. `audioResponse` is `reply` as spoken audio (base64
 * MP3), or null if there is no valid audio. The response in the specification has no `reply`.
 */
export const VoiceResponse = z.object({
  logText: z.string(),
  reply: z._default(z.string(), ''),
  audioResponse: z.catch(z.nullable(z.base64()), null),
})

/** Response to every failed request, with the id under which the functions log it. An empty message is invalid. */
export const ErrorResponse = z.object({ error: z.string().check(z.minLength(1)), requestId: z.optional(z.string()) })

export type AnalysisRequest = z.infer<typeof AnalysisRequest>
export type ApplyRequest = z.infer<typeof ApplyRequest>
export type AnalysisResponse = z.infer<typeof AnalysisResponse>
export type VoiceResponse = z.infer<typeof VoiceResponse>
export type PreviewResponse = z.infer<typeof PreviewResponse>
