import { Pause, Play } from 'lucide-react'
import { isRadioOn, useRadio } from '#src/stores/radio.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Transmit } from './useTransmit.ts'

/** Renders the transmit button. Its lower edge is a lamp that refills during a long press. */
export function TransmitButton({ holding, handlers }: Transmit) {
  const on = useRadio(isRadioOn)
  return (
    <Button className="codec-transmit" data-holding={holding || undefined} {...handlers}>
      {on ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      <span>
        <b>{on ? 'Pause radio' : 'Play radio'}</b>
        <span>{holding ? 'Keep holding...' : 'Hold to start a new entry'}</span>
      </span>
    </Button>
  )
}
