import { createContext, useCallback, useContext } from 'react'
import { timeText } from '#domain/clock.ts'
import type { ClockHours } from '#domain/account/preferences.ts'

/** How many hours the clocks of the page have. */
export const ClockHoursContext = createContext<ClockHours>(24)

/** The time of day as the person reads it. */
export function useTimeText(): (time: number) => string {
  const hours = useContext(ClockHoursContext)
  return useCallback((time) => timeText(time, hours), [hours])
}
