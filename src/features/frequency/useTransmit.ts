import { useNavigate } from 'react-router-dom'
import { vibrate } from '#src/ui/haptics.ts'
import { toast } from '#src/ui/toast.tsx'
import { useLongPress } from '#src/ui/usePress.ts'

/** So long is the key held until a new entry opens (specification §2); its lamp refills meanwhile. */
const HOLD_MS = 800

export type Transmit = ReturnType<typeof useTransmit>

/** The transmit key: held, it opens a new entry; tapped, it says that it wants to be held. */
export function useTransmit() {
  const navigate = useNavigate()
  return useLongPress({
    afterMs: HOLD_MS,
    onTap() {
      vibrate('tap')
      toast.hint('Hold the key to start a new entry.', 'dashboard')
    },
    onHold() {
      vibrate('longPress')
      void navigate('/logs/new')
    },
  })
}
