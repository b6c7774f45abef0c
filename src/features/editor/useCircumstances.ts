import type { Circumstances } from '#domain/log.ts'
import { useFrequency } from '#src/stores/frequency.ts'

/** Gives the time, the zone and the dial's place at the moment of the call. */
export function useCircumstances(): () => Circumstances {
  const frequency = useFrequency((state) => state.frequency)
  return () => ({
    clientTime: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    frequency,
    source: 'typed',
  })
}
