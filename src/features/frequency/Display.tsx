import { presetOf, bandOf } from '#domain/dial/frequency.ts'
import { frequencyText, hasInterference, bandText } from '#domain/dial/tuning.ts'

/* What the glass of the codec shows, on the dashboard and in the settings. */

/** The mode, the band, and whether another station comes through. */
export function DisplayFacts({ frequency }: { readonly frequency: number }) {
  const interference = hasInterference(frequency)
  return (
    <>
      <p>
        Mode <b>{presetOf(frequency).name}</b>
      </p>
      <p className="codec-band">
        Band <b>{bandText(bandOf(frequency))}</b>
      </p>
      <p className="lamp codec-interference" data-on={interference || undefined}>
        <span>
          Interference<span className="sr-only">{interference ? ': yes' : ': none'}</span>
        </span>
      </p>
    </>
  )
}

/** The frequency in large numerals; while it is not known, all that they can be made of, unlit. */
export function Digits({ frequency }: { readonly frequency: number | null }) {
  const [whole, tenth] = (frequency === null ? '188.8' : frequencyText(frequency)).split('.')
  return (
    <p className="codec-digits glow" aria-hidden="true">
      {whole}
      <i>.</i>
      {tenth}
      <span>MHz</span>
    </p>
  )
}

/** Says where the dial has come to rest. */
export function FrequencyAnnouncement({
  frequency,
  changing,
}: {
  readonly frequency: number
  readonly changing: boolean
}) {
  return <output className="sr-only">{changing ? '' : `${frequencyText(frequency)} MHz`}</output>
}
