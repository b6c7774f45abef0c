import { Volume2 } from 'lucide-react'
import { VOLUME_FIXED_TEXT } from '#domain/radio/volume.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import '#src/styles/range.css'

/** The step of the volume slider (specification §2). */
const VOLUME_STEP = 0.1

/** Renders the slider for the radio's volume. On devices on which pages cannot set the volume, renders a note. */
export function Volume() {
  const radioVolume = usePreferences((state) => state.radioVolume)
  const choose = usePreferences((state) => state.choose)
  const isFixed = useRadio((state) => state.volumeIsFixed)
  if (isFixed) return <p className="player-cell player-volume secondary">{VOLUME_FIXED_TEXT}</p>
  return (
    <label className="player-cell player-volume">
      <Volume2 size={18} aria-label={RADIO_PLAYER_TEXT.volume} />
      <input
        type="range"
        className="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={radioVolume}
        style={{ '--fill': `${radioVolume * 100}%` }}
        onChange={({ target }) => choose('radioVolume', target.valueAsNumber)}
      />
      <span className="mono small" aria-hidden>
        {radioVolume.toFixed(1)}
      </span>
    </label>
  )
}
