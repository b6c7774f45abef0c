import { useEffect, useRef } from 'react'
import { useSession } from '#src/stores/userStore.ts'
import { useVoice } from '#src/stores/voice.ts'
import { isMotionReduced } from '#src/ui/platform.ts'

const BARS = Array.from({ length: 50 }, (_, index) => index)
const MIN_HEIGHT = 0.1
const STEP_MS = 100

/** Shows the input level of the last five seconds, the newest on the right. */
export function LevelMeter() {
  const session = useSession()
  const bars = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // With reduced motion, the level bars do not move.
    if (isMotionReduced()) return
    const heights = BARS.map(() => MIN_HEIGHT)
    const timer = setInterval(() => {
      heights.shift()
      heights.push(Math.max(MIN_HEIGHT, useVoice.of(session).getState().inputLevel()))
      for (const [index, bar] of [...(bars.current?.children ?? [])].entries())
        if (bar instanceof HTMLElement) bar.style.scale = `1 ${heights[index] ?? MIN_HEIGHT}`
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [session])
  return (
    <span ref={bars} className="voice-levels" aria-hidden>
      {BARS.map((bar) => (
        <i key={bar} />
      ))}
    </span>
  )
}
