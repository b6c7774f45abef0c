import { useEffect, useRef } from 'react'
import { useVoice } from '#src/stores/voice.ts'
import { isCalm } from '#src/ui/platform.ts'

const BARS = Array.from({ length: 50 }, (_, index) => index)
const LEAST = 0.1
const STEP_MS = 100

/** How loud it was in the last five seconds, the newest on the right. */
export function Levels() {
  const bars = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Who does not want things to move sees the time go by.
    if (isCalm()) return
    const heights = BARS.map(() => LEAST)
    const timer = setInterval(() => {
      heights.shift()
      heights.push(Math.max(LEAST, useVoice.getState().inputLevel()))
      for (const [index, bar] of [...(bars.current?.children ?? [])].entries())
        if (bar instanceof HTMLElement) bar.style.scale = `1 ${heights[index] ?? LEAST}`
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span ref={bars} className="voice-levels" aria-hidden>
      {BARS.map((bar) => (
        <i key={bar} />
      ))}
    </span>
  )
}
