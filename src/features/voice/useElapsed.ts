import { useEffect, useState } from 'react'

const REFRESH_MS = 250

/**
 * Returns the number of seconds since a time. The number is updated while the component is mounted.
 * @param since milliseconds since 1970
 */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, (now - since) / 1000)
}
