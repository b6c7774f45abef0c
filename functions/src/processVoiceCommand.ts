import { parseAiSettings } from '../../domain/account/aiSettings.ts'
import type { VoiceResponse } from '../../domain/api.ts'
import { settingsPath } from '../../domain/paths.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { AudioUpload } from './bodies.ts'
import { HttpError } from './httpError.ts'
import type { Transcriber } from './transcriber.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'
import { repackAudio } from './sound.ts'
import type { SpeechSynthesizer } from './speech.ts'

export type VoiceDeps = QuotaDeps & {
  readonly transcriber: Transcriber
  /** Undefined if no speech service is configured. */
  readonly speech: SpeechSynthesizer | undefined
  /** Logs the error if speech synthesis fails. */
  readonly onSpeechError: (error: unknown) => void
}

/**
 * Transcribes a recording and answers with text, and with speech if speech synthesis succeeds. Stores nothing. A
 * rejected recording also counts against the quota.
 * @throws HttpError 403 if AI is switched off, 413 if the recording is longer than two minutes, 415 if the recording
 *   cannot be measured, 429 if the quota is used up or another recording of the caller is being processed, 502 to 504
 *   for errors of the AI service
 */
export async function handle(audio: AudioUpload, uid: string, deps: VoiceDeps): Promise<VoiceResponse> {
  const { db, transcriber, speech, onSpeechError } = deps
  const release = await reserveCall(deps, uid, 'voice')
  try {
    const chosen = await db.doc(settingsPath(uid).join('/')).get()
    const settings = parseAiSettings(chosen.data())
    if (!settings.aiEnabled) throw new HttpError(403, FUNCTION_TEXT.aiOff)
    const { logText, reply, language } = await transcriber.transcribe(repackAudio(audio), settings)
    const audioResponse = reply === '' ? null : await synthesizeReply(speech, reply, language, onSpeechError)
    return { logText, reply, audioResponse }
  } finally {
    await release()
  }
}

async function synthesizeReply(
  speech: SpeechSynthesizer | undefined,
  text: string,
  language: string,
  onError: (error: unknown) => void,
): Promise<string | null> {
  try {
    return speech ? await speech.synthesize(text, language) : null
  } catch (error) {
    onError(error)
    return null
  }
}
