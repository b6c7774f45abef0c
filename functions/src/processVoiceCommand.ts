import { parseAiSettings } from '../../domain/account/aiSettings.ts'
import type { VoiceResponse } from '../../domain/api.ts'
import { settingsPath } from '../../domain/paths.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { AudioUpload } from './bodies.ts'
import { HttpError } from './httpError.ts'
import type { Transcriber } from './listener.ts'
import { reserveCall, type QuotaDeps } from './quotas.ts'
import { repackAudio } from './sound.ts'
import type { SpeechSynthesizer } from './speech.ts'

export type VoiceDeps = QuotaDeps & {
  readonly transcriber: Transcriber
  /** Undefined if no speech service is configured. */
  readonly speech: SpeechSynthesizer | undefined
  /** Called with the error if speech synthesis fails, for the log. */
  readonly onSpeechError: (error: unknown) => void
}

/**
 * Transcribes a recording and answers with speech; stores nothing. Answers with text only if there is no speech. A
 * rejected recording counts against the quota.
 * @throws HttpError 403 if AI is switched off, 413 above two minutes, 415 if the recording cannot be measured, 429
 *   while another recording of the caller is processed and above the quota, 502 to 504 for errors of the AI service
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
