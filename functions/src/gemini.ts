import type {
  GenerateContentConfig,
  GenerateContentParameters,
  GenerateContentResponse,
  Part,
  ThinkingLevel,
} from '@google/genai'
import * as z from 'zod/mini'
import type { AiSettings } from '../../domain/aiSettings.ts'
import { type TokenUse } from '../../domain/suggestions.ts'
import { Failed } from './failed.ts'

export type GeminiOptions = {
  readonly apiKey: string
  /** The ids of the two models, with the settings they come from. */
  readonly models: { readonly [Model in AiSettings['model']]: { readonly id: string; readonly setting: string } }
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Another address than Google's: a stand-in. */
  readonly baseUrl?: string
  /** All attempts together, in milliseconds. */
  readonly patience?: number
}

/** What a model is asked, and how its answer is read. */
export type Question<Answer> = {
  readonly settings: AiSettings
  readonly instruction: string
  readonly parts: readonly Part[]
  /** Its JSON schema goes with the request. */
  readonly schema: z.ZodMiniType<Answer>
  /** What to say where the service will not answer, and where it cannot read what it was given. */
  readonly declined: string
  readonly unreadable?: string
}

export type Gemini = {
  /** The id of the model that somebody has chosen. */
  readonly modelOf: (settings: AiSettings) => string
  /** At most two requests, whatever happens. Rejects with `Failed` 502 to 504. */
  readonly ask: <Answer>(
    question: Question<Answer>,
  ) => Promise<{ readonly answer: Answer; readonly tokens: TokenUse | null }>
}

/** An answer takes up to 35 s at most, with all that is around it. */
const PATIENCE_MS = 30_000
/** A second attempt makes sense only with this much left. */
const RETRY_NEEDS_MS = 3000
/** Longer than this nobody waits for a service that says when it can be asked again. In seconds. */
const WAIT_AT_MOST_S = 3
const WAIT_MS = 500
/** Room for the answer itself; what a model thinks comes out of the same allowance. */
const ANSWER_TOKENS = 2048
/** What the thinking levels of newer models may take. */
const LEVEL_TOKENS = { MINIMAL: 1024, LOW: 4096, MEDIUM: 12_288, HIGH: 32_768 } as const

const TEXT = {
  key: 'The AI service refuses its key. Whoever runs this app has to set GEMINI_API_KEY.',
  busy: 'The AI service is busy. Try again in a minute.',
  unreachable: 'The AI service cannot be reached. Try again in a minute.',
  slow: 'The AI service did not answer in time. Try again, or lower the thinking budget.',
  cut: 'The answer of the AI service was cut off. Lower the thinking budget and try again.',
  unusable: 'The AI service gave an answer that cannot be used. Try again.',
} as const

const UpstreamError = z.object({
  error: z.object({
    message: z.catch(z.string(), ''),
    details: z.catch(
      z.array(z.looseObject({ reason: z.optional(z.string()), retryDelay: z.optional(z.string()) })),
      [],
    ),
  }),
})

/** Gemini, through its SDK. */
export function gemini(options: GeminiOptions): Gemini {
  const { apiKey, models, now, baseUrl, patience = PATIENCE_MS } = options
  return {
    modelOf: ({ model }) => models[model].id,
    async ask(question) {
      // 14 MB that only somebody who asks needs.
      const { GoogleGenAI, ThinkingLevel } = await import('@google/genai')
      const client = new GoogleGenAI({ apiKey, ...(baseUrl === undefined ? {} : { httpOptions: { baseUrl } }) })
      const { id, setting } = models[question.settings.model]
      const deadline = now() + patience
      const abortSignal = AbortSignal.timeout(patience)
      const problem = (error: unknown) => problemOf(error, { id, setting, abortSignal, question })
      const askOnce = async (thinking: boolean) => {
        const request = requestFor(question, id, thinking, ThinkingLevel)
        const config = { ...request.config, abortSignal }
        return findingIn(await client.models.generateContent({ ...request, config }), question.schema)
      }
      try {
        return await askOnce(true)
      } catch (error) {
        const { failed, again } = problem(error)
        if (again === undefined || deadline - now() < RETRY_NEEDS_MS + again.afterMs) throw failed
        await new Promise((resolve) => setTimeout(resolve, again.afterMs))
        return askOnce(again.thinking).catch((second: unknown) => {
          throw problem(second).failed
        })
      }
    },
  }
}

type Levels = { readonly [Level in keyof typeof LEVEL_TOKENS]: ThinkingLevel }

/** Models before and from the third generation take different parameters. */
function requestFor<Answer>(
  { settings, instruction, parts, schema }: Question<Answer>,
  model: string,
  thinking: boolean,
  levels: Levels,
): GenerateContentParameters {
  const config = isBefore3(model) ? configOf2(settings, model, thinking) : configOf3(settings, model, thinking, levels)
  return {
    model,
    contents: [{ role: 'user', parts: [...parts] }],
    config: {
      systemInstruction: instruction,
      responseMimeType: 'application/json',
      responseJsonSchema: z.toJSONSchema(schema, { target: 'draft-7' }),
      ...config,
    },
  }
}

const isBefore3 = (model: string): boolean => /^gemini-[12](?:\.|-)/.test(model)

/** 2.5: sampling, and a budget for thinking that only Flash lets a person choose; 0 is off. */
function configOf2(settings: AiSettings, model: string, thinking: boolean): GenerateContentConfig {
  const { temperature, topP, topK, thinkingBudget } = settings
  const budget = settings.model === 'fast' && thinking ? budgetOf(model, thinkingBudget) : undefined
  return {
    temperature,
    topP,
    topK,
    maxOutputTokens: ANSWER_TOKENS + (budget ?? LEVEL_TOKENS.HIGH),
    ...(budget === undefined ? {} : { thinkingConfig: { thinkingBudget: budget } }),
  }
}

/** What each model of 2.5 takes: Pro cannot be without, Flash-Lite begins at 512. */
function budgetOf(model: string, chosen: number): number {
  if (model.includes('-pro')) return Math.max(128, chosen)
  if (model.includes('-lite') && chosen > 0) return Math.max(512, chosen)
  return chosen
}

/** From 3: sampling is the model's own affair, and thinking has levels. */
function configOf3(settings: AiSettings, model: string, thinking: boolean, levels: Levels): GenerateContentConfig {
  const level = levelOf(settings.thinkingBudget, /^gemini-3\.[5-9]-flash-lite/.test(model))
  if (settings.model !== 'fast' || !thinking) return { maxOutputTokens: ANSWER_TOKENS + LEVEL_TOKENS.HIGH }
  return {
    maxOutputTokens: ANSWER_TOKENS + LEVEL_TOKENS[level],
    thinkingConfig: { thinkingLevel: levels[level] },
  }
}

/** Not every model can do without thinking: 3.8 Flash refuses MINIMAL. */
function levelOf(budget: number, takesMinimal: boolean): keyof typeof LEVEL_TOKENS {
  if (budget === 0 && takesMinimal) return 'MINIMAL'
  return budget <= 2048 ? 'LOW' : budget <= 8192 ? 'MEDIUM' : 'HIGH'
}

/** Thrown where the service has answered, but not with what was asked for. */
class Unusable extends Error {
  override readonly name = 'Unusable'
  readonly reason: 'declined' | 'cut' | 'unusable'
  constructor(reason: Unusable['reason']) {
    super(reason)
    this.reason = reason
  }
}

const DECLINED = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']

function findingIn<Answer>(response: GenerateContentResponse, schema: z.ZodMiniType<Answer>) {
  if (response.promptFeedback?.blockReason) throw new Unusable('declined')
  const finish: string = response.candidates?.[0]?.finishReason ?? ''
  if (DECLINED.includes(finish)) throw new Unusable('declined')
  if (finish === 'MAX_TOKENS') throw new Unusable('cut')
  return { answer: answerIn(response.text, schema), tokens: tokensOf(response.usageMetadata) }
}

function answerIn<Answer>(text: string | undefined, schema: z.ZodMiniType<Answer>): Answer {
  try {
    return schema.parse(JSON.parse(text ?? ''))
  } catch {
    throw new Unusable('unusable')
  }
}

function tokensOf(usage: GenerateContentResponse['usageMetadata']): TokenUse | null {
  if (!usage) return null
  const { promptTokenCount: input = 0, candidatesTokenCount: output = 0, thoughtsTokenCount: thinking = 0 } = usage
  return { input, output, thinking }
}

type Problem = {
  readonly failed: Failed
  /** How it may be asked once more; undefined where that would change nothing. */
  readonly again?: { readonly afterMs: number; readonly thinking: boolean }
}

type Asked = {
  readonly id: string
  readonly setting: string
  readonly abortSignal: AbortSignal
  readonly question: Pick<Question<unknown>, 'declined' | 'unreadable'>
}

function problemOf(cause: unknown, { id, setting, abortSignal, question }: Asked): Problem {
  if (abortSignal.aborted) return { failed: new Failed(504, TEXT.slow, { cause }) }
  if (cause instanceof Unusable) {
    const text = cause.reason === 'declined' ? question.declined : TEXT[cause.reason]
    const failed = new Failed(502, text, { cause })
    return cause.reason === 'unusable' ? { failed, again: { afterMs: 0, thinking: true } } : { failed }
  }
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined
  if (typeof status !== 'number')
    return { failed: new Failed(503, TEXT.unreachable, { cause }), again: { afterMs: WAIT_MS, thinking: true } }
  const { message, details } = upstreamError(cause)
  if (status === 400 && details.some(({ reason }) => reason === 'API_KEY_INVALID'))
    return { failed: new Failed(503, TEXT.key, { cause }) }
  if (status === 400) {
    const failed = new Failed(502, question.unreadable ?? TEXT.unusable, { cause })
    return /thinking/i.test(message) ? { failed, again: { afterMs: 0, thinking: false } } : { failed }
  }
  if (status === 401 || status === 403) return { failed: new Failed(503, TEXT.key, { cause }) }
  if (status === 404)
    return {
      failed: new Failed(
        503,
        `The AI service does not know the model ${id}. Whoever runs this app has to set ${setting} to a current one.`,
        { cause },
      ),
    }
  if (status === 429) {
    const seconds = Number.parseFloat(details.find(({ retryDelay }) => retryDelay)?.retryDelay ?? '1')
    const failed = new Failed(503, TEXT.busy, { cause, retryAfter: Number.isFinite(seconds) ? seconds : 60 })
    return seconds <= WAIT_AT_MOST_S ? { failed, again: { afterMs: seconds * 1000, thinking: true } } : { failed }
  }
  return { failed: new Failed(502, TEXT.unreachable, { cause }), again: { afterMs: WAIT_MS, thinking: true } }
}

function upstreamError(error: unknown): z.infer<typeof UpstreamError>['error'] {
  try {
    return UpstreamError.parse(JSON.parse(error instanceof Error ? error.message : '')).error
  } catch {
    return { message: '', details: [] }
  }
}
