import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'

type Press = {
  readonly onStart: () => void
  /** @param released false if the press was aborted because the finger slid away or the focus left */
  readonly onEnd: (released: boolean) => void
}

const PRESSING_KEYS: ReadonlySet<string> = new Set(['Enter', ' '])

/**
 * Returns handlers that report the start and end of a press by pointer, touch, Enter or Space. Assistive technology
 * sends only a click. The click counts as a press that ends immediately.
 */
function usePress({ onStart, onEnd }: Press) {
  const pressed = useRef(false)
  const start = () => {
    if (pressed.current) return
    pressed.current = true
    onStart()
  }
  const end = (released: boolean) => {
    if (!pressed.current) return
    pressed.current = false
    onEnd(released)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) start()
    },
    onPointerUp: () => end(true),
    onPointerLeave: () => end(false),
    onPointerCancel: () => end(false),
    onBlur: () => end(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (!PRESSING_KEYS.has(event.key)) return
      event.preventDefault()
      if (!pressed.current) suppressKeyRepeats()
      start()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!PRESSING_KEYS.has(event.key)) return
      event.preventDefault()
      end(true)
    },
    onClick: (event: MouseEvent) => {
      if (event.detail !== 0) return
      start()
      end(true)
    },
    // A long press on a touch screen must not open the context menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  }
}

/** If pressing a key has moved the focus to a field, prevents the still pressed key from typing into the field. */
function suppressKeyRepeats(): void {
  const suppress = (event: globalThis.KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  }
  document.addEventListener('keydown', suppress, { capture: true })
  document.addEventListener('keyup', () => document.removeEventListener('keydown', suppress, { capture: true }), {
    capture: true,
    once: true,
  })
}

const REPEAT_AFTER_MS = 300
const REPEAT_EVERY_MS = 150

/**
 * Calls `onPress` at the start of a press, after 300 ms and then every 150 ms until the press ends (specification §2).
 */
export function useRepeatingPress(onPress: (isRepeat: boolean) => void) {
  const latest = useRef(onPress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    latest.current(true)
    timer.current = setTimeout(repeat, REPEAT_EVERY_MS)
  }
  return usePress({
    onStart() {
      latest.current(false)
      timer.current = setTimeout(repeat, REPEAT_AFTER_MS)
    },
    onEnd: () => clearTimeout(timer.current),
  })
}

type LongPress = { readonly afterMs: number; readonly onTap: () => void; readonly onLongPress: () => void }

/** Returns handlers that distinguish a tap from a press that lasts `afterMs` or longer. */
export function useLongPress({ afterMs, onTap, onLongPress }: LongPress) {
  const [holding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasFired = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = usePress({
    onStart() {
      hasFired.current = false
      setHolding(true)
      timer.current = setTimeout(() => {
        hasFired.current = true
        setHolding(false)
        onLongPress()
      }, afterMs)
    },
    onEnd(released) {
      clearTimeout(timer.current)
      setHolding(false)
      if (released && !hasFired.current) onTap()
    },
  })
  return { holding, handlers }
}
