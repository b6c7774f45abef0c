import { useId, type ReactNode } from 'react'
import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { DIAL, presetOf, PRESETS } from '#domain/dial/frequency.ts'
import { CODEC_STEP, nextPreset } from '#domain/dial/tuning.ts'
import { stepVolume, VOLUME_FIXED_TEXT } from '#domain/radio/volume.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useSession } from '#src/stores/userStore.ts'
import { vibrate } from '#src/ui/platform.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useRepeatingPress } from '#src/ui/press.ts'
import { TransmitButton } from './TransmitButton.tsx'
import type { Transmit } from './useTransmit.ts'
import './CodecButtons.css'

/** Renders the button groups beside the display. */
export function CodecButtons({ transmit }: { readonly transmit: Transmit }) {
  const session = useSession()
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const volume = usePreferences((state) => state.radioVolume)
  const choose = usePreferences((state) => state.choose)
  const stepFrequency = (by: number) => tune(useFrequency.of(session).getState().frequency + by)
  const changeVolume = (presses: number) => {
    choose('radioVolume', stepVolume(usePreferences.getState().radioVolume, presses))
    if (useRadio.getState().volumeIsFixed) toast.hint(VOLUME_FIXED_TEXT, 'dashboard', 0, 'volume')
  }
  return (
    <div className="codec-keys">
      <Group name={CODEC_TEXT.tune}>
        <RepeatButton
          name={CODEC_TEXT.frequencyDown}
          isAtEnd={frequency <= DIAL.low}
          onStep={() => stepFrequency(-CODEC_STEP)}
        >
          <ChevronDown size={16} aria-hidden />
        </RepeatButton>
        <RepeatButton
          name={CODEC_TEXT.frequencyUp}
          isAtEnd={frequency >= DIAL.high}
          onStep={() => stepFrequency(CODEC_STEP)}
        >
          <ChevronUp size={16} aria-hidden />
        </RepeatButton>
      </Group>
      <Group name={CODEC_TEXT.volume}>
        <RepeatButton name={CODEC_TEXT.volumeDown} isAtEnd={volume <= 0} onStep={() => changeVolume(-1)}>
          <Minus size={14} aria-hidden />
        </RepeatButton>
        <RepeatButton name={CODEC_TEXT.volumeUp} isAtEnd={volume >= 1} onStep={() => changeVolume(1)}>
          <Plus size={14} aria-hidden />
        </RepeatButton>
      </Group>
      <Group name={CODEC_TEXT.mode}>
        <ModeButton />
      </Group>
      <Group name={CODEC_TEXT.transmit}>
        <TransmitButton {...transmit} />
      </Group>
    </div>
  )
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="bracket" data-group={name}>
      <p id={id} className="silk brackets">
        {name}
      </p>
      {children}
    </div>
  )
}

type RepeatButtonProps = {
  readonly name: string
  /** Whether the value is at the end of its range. The button then looks disabled, but can still have the focus. */
  readonly isAtEnd: boolean
  readonly onStep: () => void
  readonly children: ReactNode
}

function RepeatButton({ name, isAtEnd, onStep, children }: RepeatButtonProps) {
  const press = useRepeatingPress((isRepeat) => {
    if (!isRepeat) vibrate('tap')
    onStep()
  })
  return (
    <Button className={isAtEnd ? 'key-at-end' : ''} aria-label={name} aria-disabled={isAtEnd} {...press}>
      {children}
    </Button>
  )
}

/** Renders the button that tunes to the next preset. Its dots show which preset is current. */
function ModeButton() {
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const preset = presetOf(frequency)
  const next = nextPreset(frequency)
  return (
    <Button
      className="codec-mode"
      aria-label={CODEC_TEXT.modeButton(preset.name, next.name)}
      onClick={() => {
        vibrate('tap')
        tune(next.frequency)
      }}
    >
      <span>{preset.name.toLowerCase()}</span>
      <span className="pips" aria-hidden="true">
        {PRESETS.map((one) => (
          <i key={one.name} data-on={one === preset || undefined} />
        ))}
      </span>
    </Button>
  )
}
