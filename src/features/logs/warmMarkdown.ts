import { useEffect } from 'react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { runWhileIdle } from '#src/boot/whileIdle.ts'
import { cardMarkdown } from './cardMarkdown.ts'
import { useReadEntry } from './useEntryList.ts'

/** The number of rows whose text is parsed early. It is about one second of scrolling. */
const WARM_ROWS = 20

/**
 * Parses the texts of the next rows while the page is idle. Parsing takes half of the time that is needed to render a
 * row.
 * @param first index of the first rendered row
 * @param last index of the last rendered row
 */
export function useWarmMarkdown(order: readonly string[], first: number, last: number, isBackward: boolean): void {
  const readEntry = useReadEntry()
  useEffect(
    () =>
      warmMarkdown(
        readEntry,
        isBackward
          ? order.slice(Math.max(0, first - WARM_ROWS), first).toReversed()
          : order.slice(last + 1, last + 1 + WARM_ROWS),
      ),
    [readEntry, order, first, last, isBackward],
  )
}

/**
 * Parses the texts of these entries in order while the page is idle.
 * @returns a function that stops the parsing
 */
export function warmMarkdown(readEntry: (id: string) => LogEntry | undefined, ids: readonly string[]): () => void {
  const queue = ids.toReversed()
  let stop = () => {}
  let isStopped = false
  import('#src/ui/Markdown.tsx').then(
    ({ renderCachedMarkdown }) => {
      if (isStopped) return
      stop = runWhileIdle(() => {
        const entry = readEntry(queue.pop() ?? '')
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
