import { presetOf, bandOf } from '#domain/dial/frequency.ts'
import { frequencyText, hasInterference, bandText } from '#domain/dial/tuning.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'

/* The parts of the display that both the dashboard and the settings use. */

/** Shows the mode, the band and the interference lamp. */
export function DisplayFacts({ frequency }: { readonly frequency: number }) {
  const interference = hasInterference(frequency)
  return (
    <>
      <p>
        {CODEC_TEXT.mode} <b>{presetOf(frequency).name}</b>
      </p>
      <p className="codec-band">
        {CODEC_TEXT.band} <b>{bandText(bandOf(frequency))}</b>
      </p>
      <p className="lamp codec-interference" data-on={interference || undefined}>
        <span>
          {CODEC_TEXT.interference}
          <span className="sr-only">{interference ? CODEC_TEXT.withInterference : CODEC_TEXT.withoutInterference}</span>
        </span>
      </p>
    </>
  )
}

/** Shows the frequency in large digits. While the frequency is unknown, shows unlit segments. */
export function Digits({ frequency }: { readonly frequency: number | null }) {
  const [whole, tenth] = (frequency === null ? '188.8' : frequencyText(frequency)).split('.')
  return (
    <p className="codec-digits glow" aria-hidden="true">
      {whole}
      <i>.</i>
      {tenth}
      <span>{CODEC_TEXT.megahertz}</span>
    </p>
  )
}

/** Announces the frequency once the dial stops. */
export function FrequencyAnnouncement({
  frequency,
  changing,
}: {
  readonly frequency: number
  readonly changing: boolean
}) {
  return <output className="sr-only">{changing ? '' : CODEC_TEXT.frequency(frequencyText(frequency))}</output>
}
