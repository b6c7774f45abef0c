import type * as z from 'zod/mini'
import {
  AnalysisAnswer,
  ApplyAnswer,
  Failure,
  PreviewAnswer,
  type AnalysisRequest,
  type ApplyRequest,
} from '#domain/api.ts'
import { CallFailed } from '#domain/callFailed.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import { bearerToken } from './auth.ts'
import { firebaseOptions, localBackend } from './config.ts'

/** The door to the functions. Every call rejects with `CallFailed`. */
export type FunctionsIo = {
  analyse(logId: string): Promise<AnalysisAnswer['suggestions']>
  /** What an analysis of the entry would send. */
  preview(logId: string): Promise<PreviewAnswer['preview']>
  apply(request: ApplyRequest): Promise<void>
}

/** An analysis is answered within 35 s. */
const PATIENCE_MS = 40_000
const UNAUTHORIZED = 401

const address = (name: string): string =>
  localBackend
    ? `http://${localBackend.functions}/${firebaseOptions.projectId}/europe-west4/${name}`
    : `https://europe-west4-${firebaseOptions.projectId}.cloudfunctions.net/${name}`

export const functionsIo: FunctionsIo = {
  analyse: async (logId) => {
    const request: AnalysisRequest = { logId }
    return (await call('requestLogAnalysis', request, AnalysisAnswer)).suggestions
  },
  preview: async (logId) => {
    const request: AnalysisRequest = { logId, preview: true }
    return (await call('requestLogAnalysis', request, PreviewAnswer)).preview
  },
  apply: async (request) => {
    await call('applyAiSuggestions', request, ApplyAnswer)
  },
}

async function call<Schema extends z.ZodMiniType>(
  name: string,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const first = await post(name, body, false)
  // A token that has just expired, or one of a clock that was set: one fresh one settles it.
  const { ok, status, answer } = first.status === UNAUTHORIZED ? await post(name, body, true) : first
  if (!ok) {
    const failure = Failure.safeParse(answer)
    throw new CallFailed(status, failure.success ? failure.data.error : ANALYSIS_TEXT.failed)
  }
  const read = schema.safeParse(answer)
  if (!read.success) throw new CallFailed(status, ANALYSIS_TEXT.failed)
  return read.data
}

type Answered = { readonly ok: boolean; readonly status: number; readonly answer: unknown }

async function post(name: string, body: object, fresh: boolean): Promise<Answered> {
  const token = await bearerToken(fresh).catch(() => undefined)
  if (token === undefined) throw new CallFailed(UNAUTHORIZED, ANALYSIS_TEXT.needsUser)
  try {
    const response = await fetch(address(name), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { ok: response.ok, status: response.status, answer: await response.json() }
  } catch {
    throw new CallFailed(0, ANALYSIS_TEXT.unreachable)
  }
}
