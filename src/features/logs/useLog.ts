import { useEffect } from 'react'
import { isLogId, type LogEntry } from '#domain/entry/entry.ts'
import { useJournal } from '#src/stores/journal.ts'

/** The state of one entry. An invalid id has the status `missing`, without a query. */
export type WatchedLog =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'found'; readonly entry: LogEntry }

export function useLog(id: string): WatchedLog {
  const connection = useJournal((state) => state.connection)
  const watchEntry = useJournal((state) => state.watchEntry)
  const isPossible = isLogId(id)
  const entry = useJournal((state) => state.entries.get(id))
  const isKnown = useJournal((state) => state.views.has(`entry:${id}`))
  // An entry that is not on this device may exist on the server.
  const isComplete = useJournal((state) => state.isComplete && state.live)
  const isAbsent = useJournal((state) => state.absent.has(id))
  useEffect(() => {
    if (isPossible) return watchEntry(id)
    return undefined
  }, [id, isPossible, watchEntry])
  if (!isPossible) return { status: 'missing' }
  if (connection === 'error') return { status: 'failed' }
  if (entry && !entry.deleted) return { status: 'found', entry }
  return { status: entry?.deleted || isAbsent || (isKnown && isComplete) ? 'missing' : 'loading' }
}
