import { useEffect } from 'react'
import { excerptOf } from '#domain/entry/entry.ts'
import { runWhileIdle } from '#src/boot/whileIdle.ts'
import { listedEntry } from './useListed.ts'

/** A second's scrolling. */
const ROWS_AHEAD = 20

/**
 * Reads the texts of the rows that come next, while the page is idle: reading is half of the work of a row.
 * @param first index of those that are there
 * @param last index of those that are there
 */
export function useForesight(order: readonly string[], first: number, last: number, isBackward: boolean): void {
  useEffect(
    () =>
      foresee(
        isBackward
          ? order.slice(Math.max(0, first - ROWS_AHEAD), first).toReversed()
          : order.slice(last + 1, last + 1 + ROWS_AHEAD),
      ),
    [order, first, last, isBackward],
  )
}

/**
 * Reads the texts of these entries, the first one first, while the page is idle.
 * @returns what ends it
 */
export function foresee(ids: readonly string[]): () => void {
  const next = ids.toReversed()
  let stop = () => {}
  let over = false
  import('#src/ui/Markdown.tsx').then(
    ({ readOnce }) => {
      if (over) return
      stop = runWhileIdle(() => {
        const entry = listedEntry(next.pop() ?? '')
        if (entry) readOnce(entry, excerptOf(entry.content))
        return next.length > 0
      })
    },
    // Without its code texts stand as they were written.
    () => {},
  )
  return () => {
    over = true
    stop()
  }
}
