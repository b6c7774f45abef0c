import { hasInterference } from '#domain/dial/tuning.ts'
import { litBars, VOLUME_BARS, volumePercent } from '#domain/radio/volume.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Scope } from '#src/ui/Scope.tsx'
import { useHydrated } from '#src/boot/useHydrated.ts'
import { Dial } from './Dial.tsx'
import { Digits, DisplayFacts, FrequencyAnnouncement } from './Display.tsx'
import './CodecDisplay.css'

/** Renders the display: status, frequency, volume, scope and dial. */
export function CodecDisplay({ transmitting }: { readonly transmitting: boolean }) {
  const frequency = useFrequency((state) => state.frequency)
  const changing = useFrequency((state) => state.changing)
  return (
    <div className="codec-glass glass">
      <div className="codec-status">
        <p className="lamp" data-receiving>
          <span>{transmitting ? CODEC_TEXT.transmit : changing ? CODEC_TEXT.tuning : CODEC_TEXT.receive}</span>
        </p>
        <DisplayFacts frequency={frequency} />
      </div>
      <div className="codec-readout">
        <VolumeBars />
        <Readout />
        <Scope className="codec-scope" carrier={frequency} interference={hasInterference(frequency)} />
      </div>
      <Dial />
      <FrequencyAnnouncement frequency={frequency} changing={changing} />
    </div>
  )
}

function Readout() {
  const frequency = useFrequency((state) => state.frequency)
  return <Digits frequency={useHydrated() ? frequency : null} />
}

function VolumeBars() {
  const volume = usePreferences((state) => state.radioVolume)
  const lit = litBars(volume)
  return (
    <div className="codec-volume">
      <div aria-hidden="true">
        {Array.from({ length: VOLUME_BARS }, (_, index) => (
          <i key={index} data-on={VOLUME_BARS - index <= lit || undefined} />
        ))}
      </div>
      <p>
        {CODEC_TEXT.volumeShort} <output aria-label={CODEC_TEXT.volumePercent}>{volumePercent(volume)}</output>
      </p>
    </div>
  )
}
