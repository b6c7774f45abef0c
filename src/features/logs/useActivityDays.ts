import { useMemo } from 'react'
import { activityWeeks, countByDay, dayOf, type Day, type Week } from '#domain/activity/activity.ts'
import { oldestTimeOf } from '#domain/entry/entry.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useMinute } from '#src/ui/useMinute.ts'

type ActivityDays = {
  readonly weeks: readonly Week[]
  readonly today: Day
  /** Returns the number of entries on a day, or undefined while the server has not answered. */
  readonly entriesOn: (day: Day) => number | undefined
}

/**
 * Returns the last twelve weeks. Entries in the journal's window are counted locally. Older entries are counted by the
 * server.
 */
export function useActivityDays(): ActivityDays {
  const today = dayOf(useMinute())
  const entries = useJournal((state) => state.entries)
  const order = useJournal((state) => state.order)
  const loaded = useJournal((state) => state.loaded)
  const hasMore = useJournal((state) => state.hasMore)
  const serverCounts = useActivity((state) => state.countsByDay)
  const weeks = useMemo(() => activityWeeks(today.from), [today.from])
  const windowCounts = useMemo(() => countByDay(entries.values()), [entries])
  const oldest = oldestTimeOf(order, entries) ?? Infinity
  const entriesOn = ({ key, from }: Day) => {
    const windowCount = windowCounts.get(key) ?? 0
    if (!hasMore || from > oldest) return loaded ? windowCount : undefined
    const serverCount = serverCounts.get(key)
    return serverCount === undefined ? undefined : Math.max(serverCount, windowCount)
  }
  return { weeks, today, entriesOn }
}
