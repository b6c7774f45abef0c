import { useId, useState, type FormEvent } from 'react'
import { Check } from 'lucide-react'
import { BAND_TEXT } from '#domain/dial/bands.ts'
import { DIAL, PRESETS, bandOf } from '#domain/dial/frequency.ts'
import { CODEC_STEP, FINE_STEP, frequencyText, hasInterference, parseFrequency } from '#domain/dial/tuning.ts'
import { themeName } from '#domain/dial/themes.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { TUNER_TEXT } from '#domain/texts/tuner.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { Scope } from '#src/ui/Scope.tsx'
import './FrequencyPanel.css'
import { Dial } from './Dial.tsx'
import { Digits, DisplayFacts, FrequencyAnnouncement } from './Display.tsx'

const DIAL_RANGE = [frequencyText(DIAL.low), frequencyText(DIAL.high)] as const

/** Renders the tuner of the settings, which tunes in fixed steps or to a typed frequency. */
export function FrequencyPanel() {
  return (
    <Panel
      title={TUNER_TEXT.title}
      aside={<p className="mono small muted at-end sr-only-phone">{TUNER_TEXT.range(...DIAL_RANGE, FINE_STEP)}</p>}
    >
      <div className="tuner">
        <TunerDisplay />
        <FineTune />
        <DirectEntry />
      </div>
    </Panel>
  )
}

export function PresetsPanel() {
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  return (
    <Panel title={TUNER_TEXT.presets}>
      <div className="presets">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className="preset"
            aria-pressed={frequency === preset.frequency}
            onClick={() => tune(preset.frequency)}
          >
            <b>{frequencyText(preset.frequency)}</b>
            <span>{preset.name.toLowerCase()}</span>
            {frequency === preset.frequency && <Check size={16} aria-hidden />}
          </button>
        ))}
      </div>
    </Panel>
  )
}

function TunerDisplay() {
  const frequency = useFrequency((state) => state.frequency)
  const changing = useFrequency((state) => state.changing)
  const range = bandOf(frequency)
  return (
    <div className="glass codec-glass tuner-glass">
      <div className="codec-status">
        <DisplayFacts frequency={frequency} />
      </div>
      <div className="tuner-readout">
        <Digits frequency={frequency} />
        <div className="tuner-band">
          <h3>{themeName(range.theme)}</h3>
          <p>{BAND_TEXT[range.name]}</p>
        </div>
        <Scope className="codec-scope" carrier={frequency} interference={hasInterference(frequency)} />
      </div>
      <Dial />
      <FrequencyAnnouncement frequency={frequency} changing={changing} />
    </div>
  )
}

const TUNE_STEPS = [-CODEC_STEP, -FINE_STEP, FINE_STEP, CODEC_STEP]

function FineTune() {
  const id = useId()
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  return (
    <div role="group" aria-labelledby={id} className="tuner-group">
      <p id={id} className="silk brackets">
        {TUNER_TEXT.fineTune}
      </p>
      {TUNE_STEPS.map((step) => (
        <Button
          key={step}
          large
          aria-label={step < 0 ? TUNER_TEXT.down(-step) : TUNER_TEXT.up(step)}
          disabled={step < 0 ? frequency <= DIAL.low : frequency >= DIAL.high}
          onClick={() => tune(frequency + step)}
        >
          {step < 0 ? '−' : '+'}
          {Math.abs(step)}
        </Button>
      ))}
    </div>
  )
}

/** Renders the field that tunes to a typed frequency. Invalid input stays in the field for correction. */
function DirectEntry() {
  const id = useId()
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const [typed, setTyped] = useState<string>()
  const [isInvalid, setInvalid] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsedFrequency = typed === undefined ? frequency : parseFrequency(typed)
    setInvalid(parsedFrequency === undefined)
    if (parsedFrequency === undefined) return
    tune(parsedFrequency)
    setTyped(undefined)
  }
  return (
    <form onSubmit={submit} className="tuner-group" aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className="silk brackets">
        {TUNER_TEXT.direct}
      </p>
      <label className="tuner-entry">
        <span className="sr-only">{TUNER_TEXT.field}</span>
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isInvalid}
          aria-describedby={`${id}-error`}
          value={typed ?? frequencyText(frequency)}
          onChange={({ target }) => {
            setTyped(target.value)
            setInvalid(false)
          }}
        />
        <span aria-hidden>{CODEC_TEXT.megahertz}</span>
      </label>
      <Button large type="submit">
        {CODEC_TEXT.tune}
      </Button>
      <div className="tuner-error">
        <ErrorText id={`${id}-error`} text={isInvalid ? TUNER_TEXT.invalid(...DIAL_RANGE) : undefined} />
      </div>
    </form>
  )
}
