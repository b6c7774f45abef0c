import type { VirtualItem } from '@tanstack/react-virtual'
import { dayHeading, dayKeyOf, type RenderedDay } from './LogDays.tsx'
import { listedTime } from './useEntryList.ts'

/** The entries of a day are counted up to this number in each direction, because the list is grouped while it scrolls. */
const MAX_COUNTED_ROWS = 200

type DayGroup = RenderedDay & {
  /** The index of the day's first row, if this row is rendered. */
  readonly firstIndex: number | undefined
}

/**
 * Groups the rendered rows by day.
 * @param order all ids of the list, newest first
 * @param hasMore whether the list continues after these ids
 */
export function groupByDay(
  rows: readonly VirtualItem[],
  order: readonly string[],
  hasMore: boolean,
): readonly DayGroup[] {
  const keyAt = (index: number): string | undefined => {
    const id = order[index]
    return id === undefined ? undefined : dayKeyOf(listedTime(id))
  }
  /** Returns how many of the next rows in a direction belong to a day; undefined if they are too many to count. */
  const countFrom = (index: number, step: 1 | -1, key: string): number | undefined => {
    let count = 0
    while (keyAt(index + step * (count + 1)) === key) if (++count > MAX_COUNTED_ROWS) return undefined
    return count
  }
  return [...Map.groupBy(rows, ({ index }) => keyAt(index) ?? '')].flatMap(([key, ofDay]) => {
    const [first, last] = [ofDay[0], ofDay.at(-1)]
    if (!first || !last) return []
    const [before, after] = [countFrom(first.index, -1, key), countFrom(last.index, 1, key)]
    const mayContinue = hasMore && last.index + (after ?? 0) === order.length - 1
    const isCounted = before !== undefined && after !== undefined && !mayContinue
    const text = dayHeading(
      listedTime(order[first.index] ?? ''),
      isCounted ? last.index - first.index + 1 + before + after : undefined,
    )
    return { key, text, from: first.start, to: last.end, firstIndex: before === 0 ? first.index : undefined }
  })
}
