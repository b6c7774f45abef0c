import type { Answer } from '#domain/journal/operations.ts'
import type { View } from '#domain/journal/view.ts'
import { openJournalDatabase, type JournalChange, type NewOperation } from './database.ts'
import { JournalEngine, type EngineListener, type TabChannel } from './engine.ts'
import type { TimeSpan } from './journalIndex.ts'
import type { FilledPage } from './sync.ts'

/**
 * Returns the functions of the engine that the page calls. They are also the functions of the worker, so that tests can
 * run the engine without a worker.
 */
export function createEngineApi(openChannel: (uid: string) => TabChannel, openDatabase = openJournalDatabase) {
  let opened: JournalEngine | undefined
  const engine = (): JournalEngine => {
    if (!opened) throw new Error('The journal is not open.')
    return opened
  }
  return {
    async open(uid: string, isPersistent: boolean, listener: EngineListener): Promise<void> {
      const open = async (isStored: boolean): Promise<void> => {
        const database = await openDatabase(uid, isStored)
        opened = new JournalEngine(database, listener, isStored ? openChannel(uid) : undefined)
        await opened.open()
      }
      await open(isPersistent).catch((error: unknown) => {
        console.warn('The stored journal cannot be read.', error)
        opened?.close()
        return open(false)
      })
    },
    watch: async (id: number, view: View) => engine().watch(id, view),
    unwatch: async (id: number) => engine().unwatch(id),
    enqueue: async (added: readonly NewOperation[], mayBeSent: boolean) => engine().enqueue(added, mayBeSent),
    takeBatch: async (limit: number, waiting: readonly string[]) => engine().takeBatch(limit, waiting),
    readQueue: async () => engine().readQueue(),
    settle: async (key: string, answer: Answer) => engine().settle(key, answer),
    readSync: async () => engine().sync,
    countNewest: async () => engine().countNewest(),
    apply: async (change: JournalChange) => engine().apply(change),
    applyPage: async (page: FilledPage) => engine().applyPage(page),
    /** Returns the newest entries that match a search; all entries that are not deleted for an empty search. */
    find: async (text: string, limit: number) => engine().index.search(text, limit).entries,
    tags: async () => engine().index.tags(),
    goals: async () => engine().index.goals(),
    lookBack: async (now: number) => engine().index.lookBack(now),
    countSpans: async (spans: readonly TimeSpan[]) => engine().index.countSpans(spans),
  }
}

/** The functions of the engine, as the page calls them. */
export type EngineApi = ReturnType<typeof createEngineApi>
