import { useEffect } from 'react'
import { excerptOf } from '#domain/entry/entry.ts'
import { runWhileIdle } from '#src/boot/whileIdle.ts'
import { listedEntry } from './useListed.ts'

/** A second's scrolling. */
const WARM_ROWS = 20

/**
 * Reads the texts of the rows that come next, while the page is idle: reading is half of the work of a row.
 * @param first index of those that are there
 * @param last index of those that are there
 */
export function useWarmMarkdown(order: readonly string[], first: number, last: number, isBackward: boolean): void {
  useEffect(
    () =>
      warmMarkdown(
        isBackward
          ? order.slice(Math.max(0, first - WARM_ROWS), first).toReversed()
          : order.slice(last + 1, last + 1 + WARM_ROWS),
      ),
    [order, first, last, isBackward],
  )
}

/**
 * Reads the texts of these entries, the first one first, while the page is idle.
 * @returns what ends it
 */
export function warmMarkdown(ids: readonly string[]): () => void {
  const queue = ids.toReversed()
  let stop = () => {}
  let isStopped = false
  import('#src/ui/Markdown.tsx').then(
    ({ renderOnce }) => {
      if (isStopped) return
      stop = runWhileIdle(() => {
        const entry = listedEntry(queue.pop() ?? '')
        if (entry) renderOnce(entry, excerptOf(entry.content))
        return queue.length > 0
      })
    },
    // Without its code texts stand as they were written.
    () => {},
  )
  return () => {
    isStopped = true
    stop()
  }
}
