import { parseAiSettings } from '../../domain/account/aiSettings.ts'
import type { VoiceAnswer } from '../../domain/api.ts'
import { settingsPath } from '../../domain/paths.ts'
import type { Audio } from './bodies.ts'
import { Failed } from './httpError.ts'
import type { Listener } from './listener.ts'
import { reserve, type QuotaDeps } from './quotas.ts'
import { soundOf } from './sound.ts'
import type { Speech } from './speech.ts'

export type VoiceDeps = QuotaDeps & {
  readonly listener: Listener
  /** Nobody where this machine has no voice. */
  readonly speech: Speech | undefined
  /** That nothing was said aloud, and why: for the log. */
  readonly speechless: (error: unknown) => void
}

/**
 * Writes down what the caller says and answers aloud; stores nothing. Without speech it answers with the text alone.
 * A recording that is refused counts.
 * @throws Failed 403 where AI is switched off, 413 above two minutes, 415 for what cannot be measured, 429 while another
 *   recording of theirs is heard and above the limits, 502 to 504 for what the service behind it does
 */
export async function handle(audio: Audio, uid: string, deps: VoiceDeps): Promise<VoiceAnswer> {
  const { db, listener, speech, speechless } = deps
  const release = await reserve(deps, uid, 'voice')
  try {
    const chosen = await db.doc(settingsPath(uid).join('/')).get()
    const settings = parseAiSettings(chosen.data())
    if (!settings.aiEnabled) throw new Failed(403, 'AI is switched off in your settings.')
    const { logText, reply, language } = await listener.hear(soundOf(audio), settings)
    const audioResponse = reply === '' ? null : await spoken(speech, reply, language, speechless)
    return { logText, reply, audioResponse }
  } finally {
    await release()
  }
}

async function spoken(
  speech: Speech | undefined,
  text: string,
  language: string,
  failed: (error: unknown) => void,
): Promise<string | null> {
  try {
    return speech ? await speech.say(text, language) : null
  } catch (error) {
    failed(error)
    return null
  }
}
