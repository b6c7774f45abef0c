import { useId, type ReactNode } from 'react'
import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { DIAL, presetOf, PRESETS } from '#domain/dial/frequency.ts'
import { CODEC_STEP, nextMode } from '#domain/dial/tuning.ts'
import { stepVolume, VOLUME_FIXED } from '#domain/radio/volume.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { vibrate } from '#src/ui/platform.ts'
import { Key } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useRepeatingPress } from '#src/ui/usePress.ts'
import { TransmitKey } from './TransmitButton.tsx'
import type { Transmit } from './useTransmit.ts'

/** The keys beside the glass, in groups. */
export function CodecKeys({ transmit }: { readonly transmit: Transmit }) {
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const volume = usePreferences((state) => state.radioVolume)
  const choose = usePreferences((state) => state.choose)
  const stepFrequency = (by: number) => tune(useFrequency.getState().frequency + by)
  const changeVolume = (presses: number) => {
    choose('radioVolume', stepVolume(usePreferences.getState().radioVolume, presses))
    if (useRadio.getState().volumeIsFixed) toast.hint(VOLUME_FIXED, 'dashboard', 0, 'volume')
  }
  return (
    <div className="codec-keys">
      <Group name="Tune">
        <RepeatKey name="Frequency down" atEnd={frequency <= DIAL.low} act={() => stepFrequency(-CODEC_STEP)}>
          <ChevronDown size={16} aria-hidden />
        </RepeatKey>
        <RepeatKey name="Frequency up" atEnd={frequency >= DIAL.high} act={() => stepFrequency(CODEC_STEP)}>
          <ChevronUp size={16} aria-hidden />
        </RepeatKey>
      </Group>
      <Group name="Volume">
        <RepeatKey name="Volume down" atEnd={volume <= 0} act={() => changeVolume(-1)}>
          <Minus size={14} aria-hidden />
        </RepeatKey>
        <RepeatKey name="Volume up" atEnd={volume >= 1} act={() => changeVolume(1)}>
          <Plus size={14} aria-hidden />
        </RepeatKey>
      </Group>
      <Group name="Mode">
        <ModeKey />
      </Group>
      <Group name="Transmit">
        <TransmitKey {...transmit} />
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

type RepeatKeyProps = {
  readonly name: string
  /** There is no further to go: the key rests, but keeps the focus. */
  readonly atEnd: boolean
  readonly act: () => void
  readonly children: ReactNode
}

function RepeatKey({ name, atEnd, act, children }: RepeatKeyProps) {
  const press = useRepeatingPress((isRepeat) => {
    if (!isRepeat) vibrate('tap')
    act()
  })
  return (
    <Key className={atEnd ? 'key-rests' : ''} aria-label={name} aria-disabled={atEnd} {...press}>
      {children}
    </Key>
  )
}

/** Goes through the presets; the pips show which of them is in force. */
function ModeKey() {
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const preset = presetOf(frequency)
  const next = nextMode(frequency)
  return (
    <Key
      className="codec-mode"
      aria-label={`Mode ${preset.name}. Next: ${next.name}`}
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
    </Key>
  )
}
