import { useMemo } from 'react'
import { lastSentDraftOf, withSentChange } from '#domain/entry/draft.ts'
import { idsNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import type { EntryCount } from '#domain/entry/entryCount.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { useTrash } from '#src/stores/trash.ts'
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

/** Returns the entries that the list shows: the trash, the search results, the chosen day or the journal. */
export function useEntryList(): EntryList {
  const { view, search } = useView()
  const ofTrash = useTrashEntries()
  const ofSearch = useSearchResults()
  const ofDay = useDayEntries()
  const ofJournal = useJournalEntries()
  return view === 'deleted' ? ofTrash : search !== '' ? ofSearch : (ofDay ?? ofJournal)
}

/**
 * Returns the number of entries, including the unlisted entries. The count of the database does not include the
 * unlisted entries.
 */
export function useEntryCount(): EntryCount {
  const { known, exact } = useJournal((state) => state.count)
  const unlisted = useSearch((state) => state.unlisted.size)
  return { known: known + unlisted, exact }
}

/** Returns one entry of the list. Causes a render only when that entry changes. */
export function useListedEntry(id: string): LogEntry | undefined {
  const { view } = useView()
  const ofTrash = useTrash((state) => (view === 'deleted' ? state.entries?.get(id) : undefined))
  const ofJournal = useJournal((state) => state.entries.get(id))
  const ofDay = useActivity((state) => state.entries?.get(id))
  const ofSearch = useSearch((state) => state.found?.entries.get(id) ?? state.unlisted.get(id))
  const sent = useDrafts((state) => lastSentDraftOf(state.drafts, id))
  const entry = ofTrash ?? ofJournal ?? ofDay ?? ofSearch
  return useMemo(() => entry && withSentChange(entry, sent), [entry, sent])
}

/** Returns the current version of an entry in the journal or in the chosen day. */
export function listedEntry(id: string): LogEntry | undefined {
  const entry = useJournal.getState().entries.get(id) ?? useActivity.getState().entries?.get(id)
  return entry && withSentChange(entry, lastSentDraftOf(useDrafts.getState().drafts, id))
}

/** Returns the time of an entry in the list, in ms since 1970; null if it is unknown. */
export function listedTime(id: string): number | null {
  const { found, unlisted } = useSearch.getState()
  const entry =
    useJournal.getState().entries.get(id) ??
    useActivity.getState().entries?.get(id) ??
    found?.entries.get(id) ??
    unlisted.get(id)
  return entry?.timestamp ?? null
}

function useTrashEntries(): EntryList {
  const entries = useTrash((state) => state.entries)
  const failed = useTrash((state) => state.failed)
  const ids = [...(entries?.keys() ?? [])]
  return { ids, loaded: entries !== null, failed, retry: retryTrash, hasMore: false, loadMore: () => {} }
}

const NO_IDS: readonly string[] = []

function useSearchResults(): EntryList {
  const found = useSearch((state) => state.found)
  const loadMore = useSearch((state) => state.loadMore)
  const ids = found?.ids ?? NO_IDS
  const hasMore = ids.length < (found?.total ?? 0)
  return { ids, loaded: found !== null, failed: false, retry: () => {}, hasMore, loadMore }
}

function useDayEntries(): EntryList | undefined {
  const day = useActivity((state) => state.day)
  const ofDay = useActivity((state) => state.entries)
  const failed = useActivity((state) => state.failed)
  const entries = useJournal((state) => state.entries)
  const ids = useMemo(() => {
    if (!day) return NO_IDS
    // A query for a day does not find pending entries, because they have no time on the server yet. They are in the
    // journal's window.
    const inWindow = [...entries.values()].filter(({ timestamp }) => isWithin(timestamp, day))
    const all = new Map([...inWindow.map((entry): [string, LogEntry] => [entry.id, entry]), ...(ofDay ?? [])])
    return idsNewestFirst(all)
  }, [day, ofDay, entries])
  if (!day) return undefined
  const loaded = ofDay !== null || ids.length > 0
  return { ids, loaded, failed, retry: retryDay, hasMore: false, loadMore: () => {} }
}

/**
 * Returns the journal. Includes the unlisted entries only when all pages are loaded, because their positions are
 * unknown until then.
 */
function useJournalEntries(): EntryList {
  const order = useJournal((state) => state.order)
  const unlisted = useSearch((state) => state.unlisted)
  const loaded = useJournal((state) => state.loaded)
  const failed = useJournal((state) => state.failed)
  const hasMore = useJournal((state) => state.hasMore)
  const loadMore = useJournal((state) => state.loadMore)
  const ids = useMemo(
    () => (hasMore || unlisted.size === 0 ? order : journalIdsWith(unlisted)),
    [order, hasMore, unlisted],
  )
  return { ids, loaded, failed, retry: retryJournal, hasMore, loadMore }
}

const retryJournal = () => withUser((uid) => void useJournal.getState().open(uid))
const retryTrash = () => withUser(useTrash.getState().open)
const retryDay = () => withUser((uid) => useActivity.getState().chooseDay(uid, useActivity.getState().day))

function withUser(act: (uid: string) => void): void {
  const { uid } = useJournal.getState()
  if (uid !== null) act(uid)
}

/** Returns the ids of the journal's current entries and of the unlisted entries, newest first. */
const journalIdsWith = (unlisted: ReadonlyMap<string, LogEntry>): readonly string[] =>
  idsNewestFirst(new Map([...unlisted, ...useJournal.getState().entries]))

const isWithin = (time: number | null, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  time !== null && time >= from && time < to
