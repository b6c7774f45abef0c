import { Pause, Play } from 'lucide-react'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
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
        <b>{on ? CODEC_TEXT.pauseRadio : CODEC_TEXT.playRadio}</b>
        <span>{holding ? CODEC_TEXT.keepHolding : CODEC_TEXT.holdHint}</span>
      </span>
    </Button>
  )
}
