import { usePreferences } from '#src/stores/preferences.ts'
import { useMusic } from '#src/stores/music.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useVoice, type VoiceState } from '#src/stores/voice.ts'

/** Connects the voice assistant to sound and music. `reactions.ts` calls this function once. */
export function startVoiceReactions(): void {
  useVoice.subscribe((voice, before) => {
    // Radio and music get quieter while the user or the assistant speaks.
    if (isBusy(voice) !== isBusy(before)) {
      useRadio.getState().duck(isBusy(voice))
      useMusic.getState().setRecordingSpeech(isBusy(voice))
    }
    // The answer is also shown as text, so it is spoken only when sound is on.
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (voice.answer?.spoken && voice.answer !== before.answer && soundEnabled) void voice.playAnswer(soundVolume)
  })
  usePreferences.subscribe(({ soundEnabled }, { soundEnabled: before }) => {
    if (before && !soundEnabled) useVoice.getState().stopAnswer()
  })
}

const isBusy = ({ status, speaking }: VoiceState): boolean => status !== 'idle' || speaking
