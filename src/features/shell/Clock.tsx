import { useEffect, useState } from 'react'
import { CLOCK_REFRESH_MS, dayAndTimeText, timeText } from '#domain/clock.ts'

/** The time: with its date on wide screens. Refreshed on the minute, every 60 seconds. */
export function Clock() {
  const now = useMinute()
  return (
    <p className="mono flex items-center gap-2.5 text-[0.8125rem] wide:border-x wide:border-line wide:px-4">
      <span className="silk hidden wide:inline">OPS TIME</span>
      <span className="silk wide:hidden">OPS</span>
      <time className="font-semibold" dateTime={new Date(now).toISOString()}>
        <span className="hidden wide:inline">{dayAndTimeText(now)}</span>
        <span className="wide:hidden">{timeText(now)}</span>
      </time>
    </p>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    let timer = 0
    const onTheMinute = () => {
      setNow(Date.now())
      timer = window.setTimeout(onTheMinute, CLOCK_REFRESH_MS - (Date.now() % CLOCK_REFRESH_MS))
    }
    timer = window.setTimeout(onTheMinute, CLOCK_REFRESH_MS - (Date.now() % CLOCK_REFRESH_MS))
    return () => window.clearTimeout(timer)
  }, [])
  return now
}
