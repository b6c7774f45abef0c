import { useNavigate } from 'react-router'
import { useRadio } from '#src/stores/radio.ts'
import { vibrate } from '#src/ui/platform.ts'
import { useLongPress } from '#src/ui/press.ts'

/** The duration of the long press that opens a new entry (specification §2). */
const LONG_PRESS_MS = 800

export type Transmit = ReturnType<typeof useTransmit>

/** Handles the transmit button: a tap plays or pauses the radio, a long press opens a new entry. */
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
