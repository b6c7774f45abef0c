import { CodecDisplay } from './CodecDisplay.tsx'
import { CodecButtons } from './CodecButtons.tsx'
import { TitlePlate } from './TitlePlate.tsx'
import { useTransmit } from './useTransmit.ts'
import './Codec.css'

/** Renders the codec: nameplate, display and buttons. */
export function Codec() {
  const transmit = useTransmit()
  return (
    <section className="panel codec" aria-labelledby="title-plate">
      <TitlePlate />
      <CodecDisplay transmitting={transmit.holding} />
      <CodecButtons transmit={transmit} />
    </section>
  )
}
