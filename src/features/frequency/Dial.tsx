import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { DIAL, presetOf, bandOf } from '#domain/dial/frequency.ts'
import { CODEC_STEP, frequencyText, presetAbove, presetBelow } from '#domain/dial/tuning.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useSession } from '#src/stores/userStore.ts'
import { TuningScale, WINDOW_MHZ } from '#src/ui/TuningScale.tsx'

/** The frequencies at the left and right edge of the display, in MHz. */
const SCALE_EDGES = { from: 86.4, to: 137.4 }

/**
 * The wheel distance of one tuning step. One notch of a mouse wheel is about 100 px. The many small deltas of a
 * trackpad are added up.
 */
const WHEEL_STEP_PX = 80
const LINE_PX = 33

const KEY_ACTIONS: { readonly [key: string]: (frequency: number) => number } = {
  ArrowUp: (frequency) => frequency + CODEC_STEP,
  ArrowRight: (frequency) => frequency + CODEC_STEP,
  ArrowDown: (frequency) => frequency - CODEC_STEP,
  ArrowLeft: (frequency) => frequency - CODEC_STEP,
  PageUp: presetAbove,
  PageDown: presetBelow,
  Home: () => DIAL.low,
  End: () => DIAL.high,
}

/** Renders the tuning scale as a slider with keyboard, wheel and drag input. */
export function Dial() {
  const session = useSession()
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const dial = useRef<HTMLDivElement>(null)
  const drag = useDrag()

  // React's wheel listeners are passive and cannot prevent the page from scrolling, so the listener is added here.
  useEffect(() => {
    const scale = dial.current
    let wheelDelta = 0
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      wheelDelta += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1)
      if (Math.abs(wheelDelta) < WHEEL_STEP_PX) return
      const { frequency: now } = useFrequency.of(session).getState()
      tune(now - Math.sign(wheelDelta) * CODEC_STEP)
      wheelDelta = 0
    }
    scale?.addEventListener('wheel', onWheel, { passive: false })
    return () => scale?.removeEventListener('wheel', onWheel)
  }, [session, tune])

  const onKeyDown = (event: KeyboardEvent) => {
    const nextFrequency = KEY_ACTIONS[event.key]
    if (!nextFrequency || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    tune(nextFrequency(frequency))
  }
  return (
    <div
      ref={dial}
      role="slider"
      tabIndex={0}
      className="codec-dial"
      aria-label={CODEC_TEXT.dial}
      aria-valuemin={DIAL.low}
      aria-valuemax={DIAL.high}
      aria-valuenow={frequency}
      aria-valuetext={CODEC_TEXT.position(frequencyText(frequency), presetOf(frequency).name, bandOf(frequency).name)}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <TuningScale frequency={frequency} {...SCALE_EDGES} className="scale-window" />
    </div>
  )
}

/** The horizontal distance after which a touch tunes the dial. A shorter movement may be the start of a page scroll. */
const FINGER_SLOP_PX = 10

type DragState = {
  readonly x: number
  readonly frequency: number
  /** Whether the scale moves under a fixed needle. */
  readonly slides: boolean
  isTuning: boolean
}

/**
 * Handles dragging. If the whole scale is visible, the needle follows the pointer. Otherwise the pointer drags the
 * scale under the needle. A touch tunes continuously while it moves along the scale. A tap tunes when the finger is
 * lifted.
 */
function useDrag() {
  const session = useSession()
  const tune = useFrequency((state) => state.tune)
  const drag = useRef<DragState>(undefined)
  const tuneToPointer = (event: PointerEvent) => {
    if (!drag.current?.isTuning) return
    const { x, frequency, slides } = drag.current
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (slides) tune(frequency - ((event.clientX - x) / width) * WINDOW_MHZ)
    else tune(SCALE_EDGES.from + ((event.clientX - left) / width) * (SCALE_EDGES.to - SCALE_EDGES.from))
  }
  const endDrag = () => {
    drag.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const tape = event.currentTarget.querySelector('.scale-tape')
      const slides = (tape?.clientWidth ?? 0) > event.currentTarget.clientWidth
      const { frequency } = useFrequency.of(session).getState()
      drag.current = { x: event.clientX, frequency, slides, isTuning: event.pointerType !== 'touch' }
      tuneToPointer(event)
    },
    onPointerMove(event: PointerEvent) {
      if (drag.current && Math.abs(event.clientX - drag.current.x) > FINGER_SLOP_PX) drag.current.isTuning = true
      tuneToPointer(event)
    },
    onPointerUp(event: PointerEvent) {
      if (drag.current) drag.current.isTuning = true
      tuneToPointer(event)
      endDrag()
    },
    onPointerCancel: endDrag,
  }
}
