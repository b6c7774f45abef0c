import { useEffect, useRef } from 'react'
import { useRadio } from '#src/stores/radio.ts'
import { isCalm } from '#src/ui/platform.ts'

const LOUDEST = 255
const LEAST = 0.06
/** Thirty times a second is as lively as an eye can tell, and half the work. */
const FRAME_MS = 32
/** What is shown where a station or browser lets nobody look: a quiet shape that claims nothing. */
const CALM = [3, 6, 4, 9, 7, 12, 8, 11, 9, 7, 5, 6, 4, 3, 3, 2, 2, 2].map((height, band) => ({
  band,
  height: height / 20,
}))

/** The sound's level in its bands, while it plays. */
export function Vu() {
  const playing = useRadio(({ status }) => status === 'playing')
  const bars = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = bars.current
    if (!playing || !shown) return
    const draw = (heights: ArrayLike<number>, full: number) => {
      for (const [index, bar] of [...shown.querySelectorAll('i')].entries())
        bar.style.scale = `1 ${Math.max((heights[index] ?? 0) / full, LEAST)}`
    }
    draw(
      CALM.map(({ height }) => height),
      1,
    )
    // Who does not want things to move sees the same quiet shape.
    if (isCalm()) return () => draw([], 1)
    let frame = 0
    let drawn = 0
    const move = (now: number) => {
      frame = requestAnimationFrame(move)
      if (now - drawn < FRAME_MS) return
      drawn = now
      const spectrum = useRadio.getState().spectrum()
      if (spectrum) draw(spectrum, LOUDEST)
      shown.toggleAttribute('data-live', spectrum !== undefined)
    }
    frame = requestAnimationFrame(move)
    return () => {
      cancelAnimationFrame(frame)
      shown.removeAttribute('data-live')
      draw([], 1)
    }
  }, [playing])
  return (
    <span ref={bars} className="vu" aria-hidden>
      {CALM.map(({ band }) => (
        <i key={band} />
      ))}
    </span>
  )
}
