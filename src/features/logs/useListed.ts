import { useMemo } from 'react'
import { withDraft } from '#domain/draft.ts'
import { newestFirst, type LogEntry } from '#domain/log.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'

type Listed = {
  /** Newest first. */
  readonly ids: readonly string[]
  readonly loaded: boolean
  readonly failed: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** What the list shows: the journal, or the one day that it is narrowed to. */
export function useListed(): Listed {
  const day = useActivity((state) => state.day)
  const ofDay = useActivity((state) => state.entries)
  const dayFailed = useActivity((state) => state.failed)
  const entries = useJournal((state) => state.entries)
  const order = useJournal((state) => state.order)
  const loaded = useJournal((state) => state.loaded)
  const failed = useJournal((state) => state.failed)
  const hasMore = useJournal((state) => state.hasMore)
  const loadMore = useJournal((state) => state.loadMore)
  const idsOfDay = useMemo(() => {
    if (!day) return []
    // The journal's window knows what waits for the server, and has no time there yet.
    const here = [...entries.values()].filter(({ timestamp }) => isWithin(timestamp, day))
    const all = new Map([...here.map((entry): [string, LogEntry] => [entry.id, entry]), ...(ofDay ?? [])])
    return [...all.values()].toSorted(newestFirst).map(({ id }) => id)
  }, [day, ofDay, entries])
  return day
    ? { ids: idsOfDay, loaded: ofDay !== null || idsOfDay.length > 0, failed: dayFailed, hasMore: false, loadMore }
    : { ids: order, loaded, failed, hasMore, loadMore }
}

/** One entry of the list, by its id; renders only when that entry changes. */
export function useListedEntry(id: string): LogEntry | undefined {
  const ofJournal = useJournal((state) => state.entries.get(id))
  const ofDay = useActivity((state) => state.entries?.get(id))
  const draft = useDrafts((state) => state.drafts.get(id))
  const entry = ofJournal ?? ofDay
  return useMemo(() => entry && withDraft(entry, draft), [entry, draft])
}

const isWithin = (time: number | null, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  time !== null && time >= from && time < to
