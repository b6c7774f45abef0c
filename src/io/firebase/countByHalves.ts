/** Times in milliseconds since 1970; `from` belongs to the range, `to` does not. */
export type TimeRange = { readonly from: number; readonly to: number }

/**
 * Counts everything in a range though one question is answered only up to `cap`: a range that is full is halved
 * until its parts are not. For n entries spread over time that takes about 2n/cap questions, where paging through
 * would read n documents.
 * @param countRange answers min(entries in the range, cap)
 * @param countMillisecond counts a range of one millisecond, however many share it
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
