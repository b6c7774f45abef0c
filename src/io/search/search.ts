import { releaseProxy, wrap } from 'comlink'
import type { LogEntry } from '#domain/entry/entry.ts'
import { onFreeze } from '#src/io/frozenPage.ts'
import { keepsDatabases } from '#src/io/storage.ts'
import type { Found, LookBack, Measured, TagCount } from './searchIndex.ts'
import type { SearchWorker } from './worker.ts'

/** The door to the copy of one person's journal that is searched. */
export type Search = {
  /** Up to which change of the journal the copy was complete when it was opened; null for not at all. */
  readonly syncedTo: number | null
  readonly put: (entries: readonly LogEntry[]) => Promise<void>
  readonly drop: (ids: readonly string[]) => Promise<void>
  readonly clear: () => Promise<void>
  readonly synced: (time: number) => Promise<void>
  readonly find: (search: string, from: number, to: number) => Promise<Found>
  readonly tags: () => Promise<readonly TagCount[]>
  readonly goals: () => Promise<readonly string[]>
  readonly lookBack: (now: number) => Promise<LookBack>
  readonly measure: () => Promise<Measured>
  readonly close: () => void
}

export type SearchIo = { readonly open: (uid: string) => Promise<Search> }

export const searchIo: SearchIo = {
  async open(uid) {
    const thread = new Worker(new URL('worker.ts', import.meta.url), { type: 'module', name: 'search' })
    const worker = wrap<SearchWorker>(thread)
    const forget = onFreeze(() => thread.terminate())
    const syncedTo = await worker.open(uid, keepsDatabases())
    return {
      syncedTo,
      put: worker.put,
      drop: worker.drop,
      clear: worker.clear,
      synced: worker.synced,
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
