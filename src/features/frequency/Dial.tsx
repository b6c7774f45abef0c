import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { DIAL, presetOf, rangeOf } from '#domain/frequency.ts'
import { CODEC_STEP, frequencyText, presetAbove, presetBelow } from '#domain/tuning.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { TuningScale, WINDOW_MHZ } from '#src/ui/TuningScale.tsx'

/** The megahertz at the edges of the glass. */
const EDGES = { from: 86.4, to: 137.4 }

/** What a key does to the frequency. */
const KEYS: { readonly [key: string]: (frequency: number) => number } = {
  ArrowUp: (frequency) => frequency + CODEC_STEP,
  ArrowRight: (frequency) => frequency + CODEC_STEP,
  ArrowDown: (frequency) => frequency - CODEC_STEP,
  ArrowLeft: (frequency) => frequency - CODEC_STEP,
  PageUp: presetAbove,
  PageDown: presetBelow,
  Home: () => DIAL.low,
  End: () => DIAL.high,
}

/** The tuning scale as a slider: keys, wheel, and drag. */
export function Dial() {
  const frequency = useFrequency((state) => state.frequency)
  const tune = useFrequency((state) => state.tune)
  const dial = useRef<HTMLDivElement>(null)
  const drag = useDrag()

  // React listens to wheels without a way to keep the page where it is.
  useEffect(() => {
    const scale = dial.current
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      const { frequency: now } = useFrequency.getState()
      tune(now - Math.sign(event.deltaY) * CODEC_STEP)
    }
    scale?.addEventListener('wheel', onWheel, { passive: false })
    return () => scale?.removeEventListener('wheel', onWheel)
  }, [tune])

  const onKeyDown = (event: KeyboardEvent) => {
    const moved = KEYS[event.key]
    if (!moved || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    tune(moved(frequency))
  }
  return (
    <div
      ref={dial}
      role="slider"
      tabIndex={0}
      className="codec-dial"
      aria-label="Frequency"
      aria-valuemin={DIAL.low}
      aria-valuemax={DIAL.high}
      aria-valuenow={frequency}
      aria-valuetext={`${frequencyText(frequency)} MHz, mode ${presetOf(frequency).name}, band ${rangeOf(frequency).name}`}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <TuningScale frequency={frequency} {...EDGES} className="scale-window" />
    </div>
  )
}

/**
 * Dragging. Where the whole scale is seen the needle follows the pointer; where it slides under its needle, it is
 * the scale that is dragged.
 */
function useDrag() {
  const tune = useFrequency((state) => state.tune)
  const start = useRef<{ readonly x: number; readonly frequency: number; readonly slides: boolean }>(undefined)
  const follow = (event: PointerEvent) => {
    if (!start.current) return
    const { x, frequency, slides } = start.current
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (slides) tune(frequency - ((event.clientX - x) / width) * WINDOW_MHZ)
    else tune(EDGES.from + ((event.clientX - left) / width) * (EDGES.to - EDGES.from))
  }
  const end = () => {
    start.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const tape = event.currentTarget.querySelector('.scale-tape')
      const slides = (tape?.clientWidth ?? 0) > event.currentTarget.clientWidth
      start.current = { x: event.clientX, frequency: useFrequency.getState().frequency, slides }
      follow(event)
    },
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: end,
  }
}
