import { useCallback, useEffect } from 'react'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { EntryCount } from '#domain/entry/entryCount.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useView } from './useView.ts'

type EntryList = {
  /** The ids of the entries, newest first. */
  readonly ids: readonly string[]
  readonly loaded: boolean
  readonly failed: boolean
  /** Repeats a failed read. */
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadMore: () => void
}

const NO_IDS: readonly string[] = []

/** Returns the entries that the list shows: the trash, the search results, the chosen day or the journal. */
export function useEntryList(): EntryList {
  const { view, search } = useView()
  const day = useJournal((state) => state.day)
  const name = view === 'deleted' ? 'trash' : search !== '' ? 'search' : day ? 'period' : 'list'
  const shown = useJournal((state) => state.views.get(name))
  const failed = useJournal((state) => state.failed)
  const open = useJournal((state) => state.open)
  const loadMoreOf = useJournal((state) => state.loadMore)
  return {
    ids: shown?.ids ?? NO_IDS,
    loaded: shown !== undefined,
    failed,
    retry: () => void open(),
    hasMore: shown?.hasMore ?? false,
    loadMore: () => loadMoreOf(name),
  }
}

/** Returns the number of entries that are not deleted. */
export const useEntryCount = (): EntryCount => useJournal((state) => state.count)

/** Keeps the view of the trash open while the trash is shown. */
export function useTrashView(): void {
  const watch = useJournal((state) => state.watch)
  useEffect(() => watch('trash', { kind: 'trash' }), [watch])
}

/** Returns one entry of the list. Causes a render only when that entry changes. */
export const useListedEntry = (id: string): LogEntry | undefined => useJournal((state) => state.entries.get(id))

/** Returns a function that returns the current version of an entry in the list. */
export function useReadEntry(): (id: string) => LogEntry | undefined {
  const session = useSession()
  return useCallback((id) => useJournal.of(session).getState().entries.get(id), [session])
}
