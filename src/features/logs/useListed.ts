import { useMemo } from 'react'
import type { LogEntry } from '#domain/log.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useJournal } from '#src/stores/journal.ts'

type Listed = {
  /** Newest first. */
  readonly ids: readonly string[]
  readonly loaded: boolean
  readonly failed: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly dayIsChosen: boolean
}

/** What the list shows: the journal, or the one day that it is narrowed to. */
export function useListed(): Listed {
  const day = useActivity((state) => state.day)
  const entries = useActivity((state) => state.entries)
  const dayFailed = useActivity((state) => state.failed)
  const order = useJournal((state) => state.order)
  const loaded = useJournal((state) => state.loaded)
  const failed = useJournal((state) => state.failed)
  const hasMore = useJournal((state) => state.hasMore)
  const loadMore = useJournal((state) => state.loadMore)
  const idsOfDay = useMemo(() => [...(entries?.keys() ?? [])], [entries])
  return day
    ? { ids: idsOfDay, loaded: entries !== null, failed: dayFailed, hasMore: false, loadMore, dayIsChosen: true }
    : { ids: order, loaded, failed, hasMore, loadMore, dayIsChosen: false }
}

/** One entry of the list, by its id; renders only when that entry changes. */
export function useListedEntry(id: string): LogEntry | undefined {
  const ofDay = useActivity((state) => state.entries?.get(id))
  const ofJournal = useJournal((state) => state.entries.get(id))
  return ofDay ?? ofJournal
}
