import { useEffect, useMemo } from 'react'
import { activityWeeks, dayOf, type Day, type Week } from '#domain/activity/activity.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useMinute } from '#src/ui/useMinute.ts'

type ActivityDays = {
  readonly weeks: readonly Week[]
  readonly today: Day
  /** Returns the number of entries on a day, or undefined while it is unknown. */
  readonly entriesOn: (day: Day) => number | undefined
}

/** Returns the last twelve weeks, and the number of entries on each day. */
export function useActivityDays(): ActivityDays {
  const today = dayOf(useMinute())
  const weeks = useMemo(() => activityWeeks(today.from), [today.from])
  const revision = useJournal((state) => state.revision)
  const countDays = useJournal((state) => state.countDays)
  const counts = useJournal((state) => state.countsByDay)
  useEffect(() => void countDays(weeks.flatMap(({ days }) => days)), [countDays, weeks, revision])
  return { weeks, today, entriesOn: ({ key }) => counts.get(key) }
}
