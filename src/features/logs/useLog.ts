import { useEffect, useState } from 'react'
import { isLogId, type LogEntry } from '#domain/entry/entry.ts'
import { useJournal } from '#src/stores/journal/journal.ts'

/** The state of a live query for one entry. An invalid id has the status `missing`, without a query. */
export type WatchedLog =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'found'; readonly entry: LogEntry }

export function useLog(id: string): WatchedLog {
  const connection = useJournal((state) => state.connection)
  const watchOne = useJournal((state) => state.watchEntry)
  const [watched, setWatched] = useState<WatchedLog>({ status: 'loading' })
  const isPossible = isLogId(id)
  useEffect(() => {
    if (!isPossible || connection !== 'connected') return
    return watchOne(
      id,
      (entry, fromCache) => {
        if (entry && !entry.deleted) setWatched({ status: 'found', entry })
        // An entry that is not in the cache may exist on the server.
        else if (entry?.deleted || !fromCache) setWatched({ status: 'missing' })
      },
      () => setWatched({ status: 'failed' }),
    )
  }, [id, isPossible, connection, watchOne])
  if (!isPossible) return { status: 'missing' }
  return connection === 'error' ? { status: 'failed' } : watched
}
