import { useEffect, useState } from 'react'
import { CLOCK_REFRESH_MS } from '#domain/clock.ts'

/** Returns the current time in milliseconds, updated at every full minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    let timer = 0
    const scheduleNext = () => {
      timer = window.setTimeout(onTheMinute, CLOCK_REFRESH_MS - (Date.now() % CLOCK_REFRESH_MS))
    }
    const onTheMinute = () => {
      setNow(Date.now())
      scheduleNext()
    }
    scheduleNext()
    return () => window.clearTimeout(timer)
  }, [])
  return now
}
