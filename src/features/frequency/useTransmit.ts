import { useNavigate } from 'react-router'
import { useRadio } from '#src/stores/radio.ts'
import { vibrate } from '#src/ui/platform.ts'
import { useLongPress } from '#src/ui/usePress.ts'

/** So long is the key held until a new entry opens (specification §2); its lamp refills meanwhile. */
const LONG_PRESS_MS = 800

export type Transmit = ReturnType<typeof useTransmit>

/** The transmit key: held, it opens a new entry; tapped, the radio plays or pauses. */
export function useTransmit() {
  const navigate = useNavigate()
  return useLongPress({
    afterMs: LONG_PRESS_MS,
    onTap() {
      vibrate('tap')
      const { station, toggle } = useRadio.getState()
      if (station !== null) void toggle(station)
    },
    onLongPress() {
      vibrate('longPress')
      void navigate('/logs/new')
    },
  })
}
