import { useEffect } from 'react'
import { runWhileIdle } from '#src/boot/whileIdle.ts'
import { cardMarkdown } from './cardMarkdown.ts'
import { listedEntry } from './useEntryList.ts'

/** The number of rows whose text is parsed early. It is about one second of scrolling. */
const WARM_ROWS = 20

/**
 * Parses the texts of the next rows while the page is idle. Parsing takes half of the time that is needed to render a
 * row.
 * @param first index of the first rendered row
 * @param last index of the last rendered row
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
 * Parses the texts of these entries in order while the page is idle.
 * @returns a function that stops the parsing
 */
export function warmMarkdown(ids: readonly string[]): () => void {
  const queue = ids.toReversed()
  let stop = () => {}
  let isStopped = false
  import('#src/ui/Markdown.tsx').then(
    ({ renderCachedMarkdown }) => {
      if (isStopped) return
      stop = runWhileIdle(() => {
        const entry = listedEntry(queue.pop() ?? '')
        if (entry) renderCachedMarkdown(entry, cardMarkdown(entry.content))
        return queue.length > 0
      })
    },
    // Without the Markdown code, rows show unformatted text.
    () => {},
  )
  return () => {
    isStopped = true
    stop()
  }
}
