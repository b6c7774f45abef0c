import type {
  GenerateContentConfig,
  GenerateContentParameters,
  GenerateContentResponse,
  Part,
  ThinkingLevel as SdkLevel,
} from '@google/genai'
import * as z from 'zod/mini'
import { toThinkingLimit, capabilitiesOf, type ThinkingLevel } from '../../domain/analysis/aiModels.ts'
import type { AiSettings } from '../../domain/account/aiSettings.ts'
import { type TokenUsage } from '../../domain/analysis/suggestions.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import { HttpError } from './httpError.ts'

export type GeminiOptions = {
  readonly apiKey: string
  /** The ids of the two models, and the name of the setting that each id comes from. */
  readonly models: { readonly [Model in AiSettings['model']]: { readonly id: string; readonly setting: string } }
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number
  /** Replaces Google's address in tests. */
  readonly baseUrl?: string
  /** Timeout for all attempts of one request together, in milliseconds. */
  readonly timeoutMs?: number
}

/** The prompt for a model, and the schema of its answer. */
export type PromptWithSchema<Answer> = {
  readonly settings: AiSettings
  readonly instruction: string
  readonly parts: readonly Part[]
  /** The schema of the answer. The request contains it as JSON Schema. */
  readonly schema: z.ZodMiniType<Answer>
  /**
   * Messages for the user: `declinedText` if the model declines to answer, `unreadableText` if the model cannot read
   * the input.
   */
  readonly declinedText: string
  readonly unreadableText?: string
}

export type Gemini = {
  /** Returns the id of the model that the user has chosen. */
  readonly modelOf: (settings: AiSettings) => string
  /** Asks the model for an answer, with at most one retry. Rejects with `HttpError` 502 to 504. */
  readonly ask: <Answer>(
    question: PromptWithSchema<Answer>,
  ) => Promise<{ readonly answer: Answer; readonly tokens: TokenUsage | null }>
}

/**
 * Default timeout for all attempts together. It leaves 5 s of the 35 s that an analysis may take for all other work.
 */
const TIMEOUT_MS = 30_000
/** A second attempt is made only if at least this much time is left before the timeout. */
const RETRY_NEEDS_MS = 3000
/**
 * The longest delay before a second attempt, in seconds. If the service requests a longer delay, there is no second
 * attempt.
 */
const MAX_RETRY_DELAY_S = 3
const RETRY_DELAY_MS = 500
/**
 * The number of tokens reserved for the answer. The token limit of a request is this number plus the limit for
 * thinking.
 */
const ANSWER_TOKENS = 2048
/**
 * Token limits of the thinking levels. HIGH plus ANSWER_TOKENS is 32,768 tokens, which is Gemini 4's output limit
 * without streaming. Other models allow 65,536 tokens.
 */
const LEVEL_TOKENS = { MINIMAL: 1024, LOW: 4096, MEDIUM: 12_288, HIGH: 30_720 } as const
/**
 * The API documents the parameter `store` and offers preview models only in this version. The SDK's default version is
 * v1.
 */
const API_VERSION = 'v1beta'

const UpstreamError = z.object({
  error: z.object({
    message: z.catch(z.string(), ''),
    details: z.catch(
      z.array(z.looseObject({ reason: z.optional(z.string()), retryDelay: z.optional(z.string()) })),
      [],
    ),
  }),
})

/** Returns a client that calls Gemini through Google's SDK. */
export function createGemini(options: GeminiOptions): Gemini {
  const { apiKey, models, now, baseUrl, timeoutMs = TIMEOUT_MS } = options
  return {
    modelOf: ({ model }) => models[model].id,
    async ask(question) {
      // The size of the SDK is 14 MB, so it is loaded only when the first request is sent.
      const { GoogleGenAI, ThinkingLevel } = await import('@google/genai')
      const client = new GoogleGenAI({
        apiKey,
        apiVersion: API_VERSION,
        ...(baseUrl === undefined ? {} : { httpOptions: { baseUrl } }),
      })
      const { id, setting } = models[question.settings.model]
      const deadline = now() + timeoutMs
      const abortSignal = AbortSignal.timeout(timeoutMs)
      const problem = (error: unknown) => toAttemptError(error, { id, setting, abortSignal, question })
      const chosen = parametersOf(question.settings, id, ThinkingLevel)
      const askOnce = async (parameters: Parameters) => {
        const request = requestFor(question, id, parameters)
        const config = { ...request.config, abortSignal }
        return parseResponse(await client.models.generateContent({ ...request, config }), question.schema)
      }
      try {
        return await askOnce(chosen)
      } catch (error) {
        const { httpError, retry } = problem(error)
        if (retry === undefined || (retry.plain && chosen === DEFAULT_PARAMETERS)) throw httpError
        if (deadline - now() < RETRY_NEEDS_MS + retry.afterMs) throw httpError
        await new Promise((resolve) => setTimeout(resolve, retry.afterMs))
        return askOnce(retry.plain ? DEFAULT_PARAMETERS : chosen).catch((second: unknown) => {
          throw problem(second).httpError
        })
      }
    },
  }
}

type Parameters = Pick<GenerateContentConfig, 'maxOutputTokens' | 'temperature' | 'topP' | 'topK' | 'thinkingConfig'>

/** Parameters that every model accepts. */
const DEFAULT_PARAMETERS: Parameters = { maxOutputTokens: ANSWER_TOKENS + LEVEL_TOKENS.HIGH }

/**
 * Returns those parameters that the user has chosen and that the model supports. The thinking budget applies to the
 * fast model only.
 */
function parametersOf(
  { model, temperature, topP, topK, thinkingBudget }: AiSettings,
  id: string,
  levels: { readonly [Level in ThinkingLevel]: SdkLevel },
): Parameters {
  const traits = capabilitiesOf(id)
  const thinking = model === 'fast' ? toThinkingLimit(traits, thinkingBudget) : undefined
  if (!traits.supportsSampling && !thinking) return DEFAULT_PARAMETERS
  return {
    ...DEFAULT_PARAMETERS,
    ...(traits.supportsSampling ? { temperature, topP, topK } : {}),
    ...(thinking && thinkingParameters(thinking, levels)),
  }
}

function thinkingParameters(
  thinking: NonNullable<ReturnType<typeof toThinkingLimit>>,
  levels: { readonly [Level in ThinkingLevel]: SdkLevel },
): Parameters {
  return 'tokens' in thinking
    ? { maxOutputTokens: ANSWER_TOKENS + thinking.tokens, thinkingConfig: { thinkingBudget: thinking.tokens } }
    : {
        maxOutputTokens: ANSWER_TOKENS + LEVEL_TOKENS[thinking.level],
        thinkingConfig: { thinkingLevel: levels[thinking.level] },
      }
}

function requestFor<Answer>(
  { instruction, parts, schema }: PromptWithSchema<Answer>,
  model: string,
  parameters: Parameters,
): GenerateContentParameters {
  return {
    model,
    contents: [{ role: 'user', parts: [...parts] }],
    config: {
      // Without `store: false`, Google may store requests for the project's logs. Google must not store the text of
      // entries.
      store: false,
      systemInstruction: instruction,
      responseMimeType: 'application/json',
      responseJsonSchema: z.toJSONSchema(schema, { target: 'draft-7' }),
      ...parameters,
    },
  }
}

/** Thrown if the service answers without a usable result. */
class UnusableAnswerError extends Error {
  override readonly name = 'Unusable'
  readonly reason: 'declined' | 'cut' | 'unusable'
  constructor(reason: UnusableAnswerError['reason']) {
    super(reason)
    this.reason = reason
  }
}

const DECLINED_FINISH_REASONS = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']

function parseResponse<Answer>(response: GenerateContentResponse, schema: z.ZodMiniType<Answer>) {
  if (response.promptFeedback?.blockReason) throw new UnusableAnswerError('declined')
  const finish: string = response.candidates?.[0]?.finishReason ?? ''
  if (DECLINED_FINISH_REASONS.includes(finish)) throw new UnusableAnswerError('declined')
  if (finish === 'MAX_TOKENS') throw new UnusableAnswerError('cut')
  return { answer: parseAnswer(response.text, schema), tokens: tokensOf(response.usageMetadata) }
}

function parseAnswer<Answer>(text: string | undefined, schema: z.ZodMiniType<Answer>): Answer {
  try {
    return schema.parse(JSON.parse(text ?? ''))
  } catch {
    throw new UnusableAnswerError('unusable')
  }
}

function tokensOf(usage: GenerateContentResponse['usageMetadata']): TokenUsage | null {
  if (!usage) return null
  const { promptTokenCount: input = 0, candidatesTokenCount: output = 0, thoughtsTokenCount: thinking = 0 } = usage
  return { input, output, thinking }
}

type AttemptError = {
  readonly httpError: HttpError
  /**
   * The delay before the second attempt, and whether that attempt uses DEFAULT_PARAMETERS (`plain`). Undefined if a
   * second attempt cannot succeed.
   */
  readonly retry?: { readonly afterMs: number; readonly plain?: true }
}

type RequestContext = {
  readonly id: string
  readonly setting: string
  readonly abortSignal: AbortSignal
  readonly question: Pick<PromptWithSchema<unknown>, 'declinedText' | 'unreadableText'>
}

/**
 * Matches error messages about a parameter. Google sends such messages when it redirects requests for a retired model
 * to a newer model that does not support the same parameters.
 */
const PARAMETER_ERROR = /thinking|temperature|sampling|top[ _-]?[pk]\b/i

function toAttemptError(cause: unknown, { id, setting, abortSignal, question }: RequestContext): AttemptError {
  if (abortSignal.aborted) return { httpError: new HttpError(504, FUNCTION_TEXT.slow, { cause }) }
  if (cause instanceof UnusableAnswerError) {
    const text = cause.reason === 'declined' ? question.declinedText : FUNCTION_TEXT[cause.reason]
    const httpError = new HttpError(502, text, { cause })
    return cause.reason === 'unusable' ? { httpError, retry: { afterMs: 0 } } : { httpError }
  }
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined
  if (typeof status !== 'number')
    return { httpError: new HttpError(503, FUNCTION_TEXT.unreachable, { cause }), retry: { afterMs: RETRY_DELAY_MS } }
  const { message, details } = upstreamError(cause)
  if (status === 400 && details.some(({ reason }) => reason === 'API_KEY_INVALID'))
    return { httpError: new HttpError(503, FUNCTION_TEXT.keyRejected, { cause }) }
  if (status === 400) {
    const httpError = new HttpError(502, question.unreadableText ?? FUNCTION_TEXT.unusable, { cause })
    return PARAMETER_ERROR.test(message) ? { httpError, retry: { afterMs: 0, plain: true } } : { httpError }
  }
  if (status === 401 || status === 403) return { httpError: new HttpError(503, FUNCTION_TEXT.keyRejected, { cause }) }
  if (status === 404)
    return {
      httpError: new HttpError(503, FUNCTION_TEXT.modelUnknown(id, setting), { cause }),
    }
  if (status === 429) {
    const seconds = Number.parseFloat(details.find(({ retryDelay }) => retryDelay)?.retryDelay ?? '1')
    const httpError = new HttpError(503, FUNCTION_TEXT.busy, {
      cause,
      retryAfter: Number.isFinite(seconds) ? seconds : 60,
    })
    return seconds <= MAX_RETRY_DELAY_S ? { httpError, retry: { afterMs: seconds * 1000 } } : { httpError }
  }
  return { httpError: new HttpError(502, FUNCTION_TEXT.unreachable, { cause }), retry: { afterMs: RETRY_DELAY_MS } }
}

function upstreamError(error: unknown): z.infer<typeof UpstreamError>['error'] {
  try {
    return UpstreamError.parse(JSON.parse(error instanceof Error ? error.message : '')).error
  } catch {
    return { message: '', details: [] }
  }
}
