import { releaseProxy, wrap } from 'comlink'
import type { LogEntry } from '#domain/entry/entry.ts'
import { onFreeze } from '#src/io/frozenPage.ts'
import { canUseDatabases } from '#src/io/storage.ts'
import type { SearchMatches, LookBack, IndexSize, TagCount } from './searchIndex.ts'
import type { SearchWorker } from './worker.ts'

/** The client of the search worker, which contains the journal of one user. */
export type SearchClient = {
  /** The time up to which the mirror was complete when it was opened; null if it was incomplete. */
  readonly syncedTo: number | null
  readonly put: (entries: readonly LogEntry[]) => Promise<void>
  readonly drop: (ids: readonly string[]) => Promise<void>
  readonly clear: () => Promise<void>
  readonly markSynced: (time: number) => Promise<void>
  readonly find: (search: string, from: number, to: number) => Promise<SearchMatches>
  readonly tags: () => Promise<readonly TagCount[]>
  readonly goals: () => Promise<readonly string[]>
  readonly lookBack: (now: number) => Promise<LookBack>
  readonly measure: () => Promise<IndexSize>
  readonly close: () => void
}

export type SearchIo = { readonly open: (uid: string) => Promise<SearchClient> }

export const searchIo: SearchIo = {
  async open(uid) {
    const thread = new Worker(new URL('worker.ts', import.meta.url), { type: 'module', name: 'search' })
    const worker = wrap<SearchWorker>(thread)
    const forget = onFreeze(() => thread.terminate())
    const syncedTo = await worker.open(uid, canUseDatabases())
    return {
      syncedTo,
      put: worker.put,
      drop: worker.drop,
      clear: worker.clear,
      markSynced: worker.synced,
      find: worker.find,
      tags: worker.tags,
      goals: worker.goals,
      lookBack: worker.lookBack,
      measure: worker.measure,
      close() {
        forget()
        worker[releaseProxy]()
        thread.terminate()
      },
    }
  },
}
