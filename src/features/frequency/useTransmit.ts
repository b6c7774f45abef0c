import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { vibrate } from '#src/ui/haptics.ts'
import { useLongPress } from '#src/ui/usePress.ts'

/** So long is the key held until a new entry opens (specification §2); its lamp refills meanwhile. */
const HOLD_MS = 800

export type Transmit = ReturnType<typeof useTransmit>

/** The transmit key: held, it opens a new entry; tapped, it says that it wants to be held. */
export function useTransmit() {
  const navigate = useNavigate()
  const [tapped, setTapped] = useState(false)
  const { holding, handlers } = useLongPress({
    afterMs: HOLD_MS,
    onTap() {
      vibrate('tap')
      setTapped(true)
    },
    onHold() {
      vibrate('longPress')
      setTapped(false)
      void navigate('/logs/new')
    },
  })
  const hint = holding ? 'Keep holding...' : tapped ? 'Hold it a little longer' : 'Starts a new entry'
  return { holding, handlers, hint }
}
