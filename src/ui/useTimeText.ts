import { createContext, useCallback, useContext } from 'react'
import { timeText } from '#domain/clock.ts'
import type { ClockHours } from '#domain/account/preferences.ts'

/** Whether times are shown in 12-hour or 24-hour format. */
export const ClockHoursContext = createContext<ClockHours>(24)

/** Returns a function that formats the time of day in the user's format. */
export function useTimeText(): (time: number) => string {
  const hours = useContext(ClockHoursContext)
  return useCallback((time) => timeText(time, hours), [hours])
}
