import type * as z from 'zod/mini'
import {
  AnalysisResponse,
  SuccessResponse,
  ErrorResponse,
  PreviewResponse,
  VoiceResponse,
  type AnalysisRequest,
  type ApplyRequest,
} from '#domain/api.ts'
import { ApiError } from '#domain/errors.ts'
import type { ErrorReport } from '#domain/errorReport.ts'
import { ANALYSIS_TEXT, VOICE_TEXT } from '#domain/texts/specification.ts'
import { bearerToken } from './auth.ts'
import { firebaseOptions, localBackend } from './config.ts'

/** The client of the Cloud Functions. A call that fails rejects with `ApiError`. */
export type FunctionsIo = {
  analyze(logId: string): Promise<AnalysisResponse['suggestions']>
  /** Returns the data that an analysis of the entry would send to the model. */
  preview(logId: string): Promise<PreviewResponse['preview']>
  apply(request: ApplyRequest): Promise<void>
  reportError(report: ErrorReport): Promise<void>
  /** Sends a recording to the voice assistant. `signal` aborts the request. */
  processVoice(recording: Blob, signal: AbortSignal): Promise<VoiceResponse>
}

/**
 * A request and its error messages: `failed` for an invalid answer, `unreachable` for no answer, and `needsUser` if no
 * user is signed in.
 */
type Call = {
  readonly name: string
  readonly type: string
  readonly body: string | Blob
  readonly failed: string
  readonly unreachable: string
  readonly needsUser: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * The timeout of all calls except voice commands. The longest of these calls is an analysis; the server answers it
 * within 35 s.
 */
const TIMEOUT_MS = 40_000
/**
 * The timeout of a voice command. It is longer than the timeout of other calls, because uploading the recording may be
 * slow.
 */
const VOICE_TIMEOUT_MS = 90_000
const UNAUTHORIZED = 401

const endpointUrl = (name: string): string =>
  localBackend
    ? `http://${localBackend.functions}/${firebaseOptions.projectId}/europe-west4/${name}`
    : `https://europe-west4-${firebaseOptions.projectId}.cloudfunctions.net/${name}`

export const functionsIo: FunctionsIo = {
  analyze: async (logId) => {
    const request: AnalysisRequest = { logId }
    return (await call(jsonCall('requestLogAnalysis', request), AnalysisResponse)).suggestions
  },
  preview: async (logId) => {
    const request: AnalysisRequest = { logId, preview: true }
    return (await call(jsonCall('requestLogAnalysis', request), PreviewResponse)).preview
  },
  apply: async (request) => {
    await call({ ...jsonCall('applyAiSuggestions', request), failed: ANALYSIS_TEXT.applyFailed }, SuccessResponse)
  },
  reportError: async (report) => {
    await call(jsonCall('reportError', report), SuccessResponse)
  },
  processVoice: (recording, signal) =>
    call(
      {
        name: 'processVoiceCommand',
        type: recording.type,
        body: recording,
        failed: VOICE_TEXT.failed,
        unreachable: VOICE_TEXT.failed,
        needsUser: VOICE_TEXT.needsUser,
        timeoutMs: VOICE_TIMEOUT_MS,
        signal,
      },
      VoiceResponse,
    ),
}

const jsonCall = (name: string, request: object): Call => ({
  name,
  type: 'application/json',
  body: JSON.stringify(request),
  failed: ANALYSIS_TEXT.failed,
  unreachable: ANALYSIS_TEXT.unreachable,
  needsUser: ANALYSIS_TEXT.needsUser,
  timeoutMs: TIMEOUT_MS,
})

async function call<Schema extends z.ZodMiniType>(about: Call, schema: Schema): Promise<z.output<Schema>> {
  const first = await post(about, false)
  // The token may have just expired, or the device's clock may be wrong. In both cases, one retry with a fresh token
  // succeeds.
  const { ok, status, answer } = first.status === UNAUTHORIZED ? await post(about, true) : first
  if (!ok) {
    const failure = ErrorResponse.safeParse(answer)
    throw new ApiError(status, failure.success ? failure.data.error : about.failed)
  }
  const read = schema.safeParse(answer)
  if (!read.success) throw new ApiError(status, about.failed)
  return read.data
}

type CallResponse = { readonly ok: boolean; readonly status: number; readonly answer: unknown }

async function post(
  { name, type, body, unreachable, needsUser, timeoutMs, signal }: Call,
  fresh: boolean,
): Promise<CallResponse> {
  const token = await bearerToken(fresh).catch((error: unknown) => {
    // While the device is offline, an expired token cannot be renewed.
    if (isOffline(error)) throw new ApiError(0, unreachable)
  })
  if (token === undefined) throw new ApiError(UNAUTHORIZED, needsUser)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(endpointUrl(name), {
      method: 'POST',
      headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
      body,
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    return { ok: response.ok, status: response.status, answer: await response.json() }
  } catch {
    throw new ApiError(0, unreachable)
  }
}

const isOffline = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/network-request-failed'
