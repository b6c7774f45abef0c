import { useEffect, useRef } from 'react'
import { useRadio } from '#src/stores/radio.ts'
import { isMotionReduced } from '#src/ui/platform.ts'

const MAX_LEVEL = 255
const MIN_HEIGHT = 0.06
/** 30 frames per second look as smooth as 60 and need half the computing time. */
const FRAME_MS = 32
/** A static shape, shown if the station or the browser gives no access to the audio data. */
const IDLE_BARS = [3, 6, 4, 9, 7, 12, 8, 11, 9, 7, 5, 6, 4, 3, 3, 2, 2, 2].map((height, band) => ({
  band,
  height: height / 20,
}))

/** Shows the audio spectrum while the radio plays. */
export function Vu() {
  const playing = useRadio(({ status }) => status === 'playing')
  const bars = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const barsElement = bars.current
    if (!playing || !barsElement) return
    const draw = (heights: ArrayLike<number>, full: number) => {
      for (const [index, bar] of [...barsElement.querySelectorAll('i')].entries())
        bar.style.scale = `1 ${Math.max((heights[index] ?? 0) / full, MIN_HEIGHT)}`
    }
    draw(
      IDLE_BARS.map(({ height }) => height),
      1,
    )
    // With reduced motion, the bars keep the static shape.
    if (isMotionReduced()) return () => draw([], 1)
    let frame = 0
    let lastDrawnAt = 0
    const animate = (now: number) => {
      frame = requestAnimationFrame(animate)
      if (now - lastDrawnAt < FRAME_MS) return
      lastDrawnAt = now
      const spectrum = useRadio.getState().spectrum()
      if (spectrum) draw(spectrum, MAX_LEVEL)
      barsElement.toggleAttribute('data-live', spectrum !== undefined)
    }
    frame = requestAnimationFrame(animate)
    return () => {
      cancelAnimationFrame(frame)
      barsElement.removeAttribute('data-live')
      draw([], 1)
    }
  }, [playing])
  return (
    <span ref={bars} className="vu" aria-hidden>
      {IDLE_BARS.map(({ band }) => (
        <i key={band} />
      ))}
    </span>
  )
}
