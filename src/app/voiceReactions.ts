import { usePreferences } from '#src/stores/preferences.ts'
import { useMusic } from '#src/stores/music.ts'
import { useRadio } from '#src/stores/radio.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useVoice, type VoiceState } from '#src/stores/voice.ts'
import { subscribe } from './subscribe.ts'

/** Connects the voice assistant to sound and music until the session ends. */
export function startVoiceReactions(session: UserSession): void {
  subscribe(session, useVoice.of(session), (voice, before) => {
    // Radio and music get quieter while the user or the assistant speaks.
    if (isBusy(voice) !== isBusy(before)) {
      useRadio.getState().duck(isBusy(voice))
      useMusic.getState().setRecordingSpeech(isBusy(voice))
    }
    // The answer is also shown as text, so it is spoken only when sound is on.
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (voice.answer?.spoken && voice.answer !== before.answer && soundEnabled) void voice.playAnswer(soundVolume)
  })
  subscribe(session, usePreferences, ({ soundEnabled }, { soundEnabled: before }) => {
    if (before && !soundEnabled) useVoice.of(session).getState().stopAnswer()
  })
}

const isBusy = ({ status, speaking }: VoiceState): boolean => status !== 'idle' || speaking
