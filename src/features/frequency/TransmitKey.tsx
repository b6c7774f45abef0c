import { RadioTower } from 'lucide-react'
import { Key } from '#src/ui/Key.tsx'
import type { Transmit } from './useTransmit.ts'

/** Its lower edge is its lamp, which refills while the key is held. */
export function TransmitKey({ holding, handlers }: Transmit) {
  return (
    <Key className="codec-transmit" data-holding={holding || undefined} {...handlers}>
      <RadioTower size={18} aria-hidden />
      <span>
        <b>Hold to transmit</b>
        <span>{holding ? 'Keep holding...' : 'Opens the editor'}</span>
      </span>
    </Key>
  )
}
