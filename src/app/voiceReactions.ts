import { usePreferences } from '#src/stores/preferences.ts'
import { useMusic } from '#src/stores/music.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useVoice, type VoiceState } from '#src/stores/voice.ts'

/** What the voice assistant sets off. Part of `reactions.ts`; started once. */
export function startVoiceReactions(): void {
  useVoice.subscribe((voice, before) => {
    // Radio and music make room for whoever speaks.
    if (isBusy(voice) !== isBusy(before)) {
      useRadio.getState().duck(isBusy(voice))
      useMusic.getState().setHushed(isBusy(voice))
    }
    // An answer is said aloud where sound is on; it can be read in any case.
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (voice.answer?.spoken && voice.answer !== before.answer && soundEnabled) void voice.playAnswer(soundVolume)
  })
  usePreferences.subscribe(({ soundEnabled }, { soundEnabled: before }) => {
    if (before && !soundEnabled) useVoice.getState().stopAnswer()
  })
}

const isBusy = ({ status, speaking }: VoiceState): boolean => status !== 'idle' || speaking
