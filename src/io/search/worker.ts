import { expose } from 'comlink'
import type { LogEntry } from '#domain/entry/entry.ts'
import { openMirror, type JournalMirror } from './mirror.ts'
import { SearchIndex, type SearchMatches, type LookBack, type IndexSize, type TagCount } from './searchIndex.ts'

/** This worker contains the search index and accesses the local mirror, so that neither blocks the page's thread. */
const index = new SearchIndex()
let mirror: JournalMirror | undefined
let indexing = false

const worker = {
  /**
   * Opens the mirror and starts to index its entries. Returns the time up to which the mirror is complete, or null if
   * it is incomplete.
   */
  async open(uid: string, keeps: boolean): Promise<number | null> {
    mirror = await openMirror(uid, keeps)
    index.put(await mirror.readAll())
    void indexAll()
    return mirror.readSynced()
  },
  /**
   * Adds or updates entries. Entries with pending writes become searchable, but the mirror does not store them, because
   * Firestore's queue already does.
   */
  async put(entries: readonly LogEntry[]): Promise<void> {
    index.put(entries)
    void indexAll()
    await mirror?.put(entries.filter(({ queued }) => !queued))
  },
  async drop(ids: readonly string[]): Promise<void> {
    index.drop(ids)
    await mirror?.drop(ids)
  },
  async clear(): Promise<void> {
    index.clear()
    await mirror?.clear()
  },
  async synced(time: number): Promise<void> {
    await mirror?.writeSynced(time)
  },
  find: (search: string, from: number, to: number): SearchMatches => index.find(search, from, to),
  tags: (): readonly TagCount[] => index.tags(),
  goals: (): readonly string[] => index.goals(),
  lookBack: (now: number): LookBack => index.lookBack(now),
  measure: (): IndexSize => ({ size: index.size, unlisted: index.unlisted }),
}

export type SearchWorker = typeof worker

/** Indexes in batches, so that the worker can answer searches between two batches. */
async function indexAll(): Promise<void> {
  if (indexing) return
  indexing = true
  while (index.indexSome()) await new Promise((resolve) => setTimeout(resolve))
  indexing = false
}

expose(worker)
