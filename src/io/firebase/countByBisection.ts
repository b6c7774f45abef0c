/** Times in milliseconds since 1970; `from` is included, `to` is not. */
export type TimeRange = { readonly from: number; readonly to: number }

/**
 * Counts all entries in a time range, although one query counts at most `maxPerQuery` entries. A range with at least
 * `maxPerQuery` entries is split into halves, which are counted separately. For n entries spread evenly over time,
 * bisection needs about 2n/maxPerQuery queries. Reading the entries page by page would read n documents.
 * @param countRange returns the number of entries in the range, or `maxPerQuery` if the range has more entries
 * @param countMillisecond counts a range of one millisecond without a limit
 */
export async function countByBisection(
  range: TimeRange,
  maxPerQuery: number,
  countRange: (range: TimeRange) => Promise<number>,
  countMillisecond: (range: TimeRange) => Promise<number>,
): Promise<number> {
  if (range.to <= range.from) return 0
  const found = await countRange(range)
  if (found < maxPerQuery) return found
  if (range.to - range.from <= 1) return countMillisecond(range)
  const middle = Math.floor((range.from + range.to) / 2)
  const halves = [
    { from: range.from, to: middle },
    { from: middle, to: range.to },
  ]
  const counts = await Promise.all(
    halves.map((half) => countByBisection(half, maxPerQuery, countRange, countMillisecond)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
