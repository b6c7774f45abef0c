import type { VirtualItem } from '@tanstack/react-virtual'
import { dayOf, type Day } from '#domain/activity/activity.ts'
import type { RenderedDay } from './LogDays.tsx'

/** The entries of a day are counted up to this number in each direction, because the list is grouped while it scrolls. */
const MAX_COUNTED_ROWS = 200

type DayGroup = RenderedDay & {
  /** The index of the day's first row, if this row is rendered. */
  readonly firstIndex: number | undefined
}

/**
 * Groups the rendered rows by day.
 * @param order all ids of the list, newest first
 * @param timeOf returns the time of an entry in milliseconds since 1970; null if it is unknown
 * @param hasMore whether the list continues after these ids
 */
export function groupByDay(
  rows: readonly VirtualItem[],
  order: readonly string[],
  hasMore: boolean,
  timeOf: (id: string) => number | null,
): readonly DayGroup[] {
  const timeAt = (index: number): number | null | undefined => {
    const id = order[index]
    return id === undefined ? undefined : timeOf(id)
  }
  /** Returns how many of the next rows in a direction belong to a day; undefined if they are too many to count. */
  const countFrom = (index: number, step: 1 | -1, day: Day | null): number | undefined => {
    let count = 0
    while (isWithin(day, timeAt(index + step * (count + 1)))) if (++count > MAX_COUNTED_ROWS) return undefined
    return count
  }
  const groups: { readonly day: Day | null; readonly first: VirtualItem; last: VirtualItem }[] = []
  for (const row of rows) {
    const time = timeAt(row.index) ?? null
    const group = groups.find(({ day }) => isWithin(day, time))
    if (group) group.last = row
    else groups.push({ day: time === null ? null : dayOf(time), first: row, last: row })
  }
  return groups.map(({ day, first, last }) => {
    const [before, after] = [countFrom(first.index, -1, day), countFrom(last.index, 1, day)]
    const mayContinue = hasMore && last.index + (after ?? 0) === order.length - 1
    const isCounted = before !== undefined && after !== undefined && !mayContinue
    return {
      time: day?.from ?? null,
      entries: isCounted ? last.index - first.index + 1 + before + after : undefined,
      top: first.start,
      bottom: last.end,
      firstIndex: before === 0 ? first.index : undefined,
    }
  })
}

/** Compares times, because computing the day of each row would take longer. Entries without a time have no day. */
function isWithin(day: Day | null, time: number | null | undefined): boolean {
  if (day === null || typeof time !== 'number') return day === time
  return day.from <= time && time < day.to
}
