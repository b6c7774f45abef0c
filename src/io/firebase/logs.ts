import {
  collection,
  deleteDoc,
  deleteField,
  doc,
  documentId,
  getCountFromServer,
  getDoc,
  getDocFromCache,
  getDocs,
  getDocsFromServer,
  limit,
  onSnapshot,
  orderBy,
  query,
  QueryDocumentSnapshot,
  runTransaction,
  serverTimestamp,
  setDoc,
  startAfter,
  Timestamp,
  updateDoc,
  waitForPendingWrites,
  where,
  writeBatch,
  type DocumentSnapshot,
  type Query,
} from 'firebase/firestore'
import { EARLIEST_MS } from '#domain/clock.ts'
import { countByBisection, type TimeRange } from './countByBisection.ts'
import { merge, type EntryChange, type MergeResult } from '#domain/entry/merge.ts'
import { type EntryContent } from '#domain/entry/content.ts'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'
import type { EntryMetadata, LogEntry } from '#domain/entry/entry.ts'
import type { LogChange, PageSnapshot, PageRequest } from '#domain/entry/pages.ts'
import { HEALTH_PATH, logPath, logsPath } from '#domain/paths.ts'
import { clearFirestoreCache, finishCacheClearing, firestore } from './firestore.ts'
import { parseEntryDocument, toNewDocumentFields } from '#domain/entry/storedEntry.ts'
import { toImportedDocument, toLogUpdate } from './logWrites.ts'
import { MAX_DOCUMENTS_PER_QUERY, pagesOf } from './pages.ts'

/**
 * The client of the journal's database. A write resolves when the server confirms it, and stays pending while the
 * device is offline. The interface therefore does not wait for writes. Listeners receive a write immediately.
 */
export type LogsIo = {
  connect(): Promise<void>
  watchPage(request: PageRequest, onPage: (page: PageSnapshot) => void, onError: (error: unknown) => void): () => void
  watchEntry(
    uid: string,
    id: string,
    onEntry: (entry: LogEntry | undefined, fromCache: boolean) => void,
    onError: (error: unknown) => void,
  ): () => void
  countOlderThan(uid: string, time: number): Promise<number>
  /** Calls `onEntries` with the entries of a short time range. The range's end is excluded. */
  watchRange(
    uid: string,
    range: TimeRange,
    onEntries: (entries: readonly LogEntry[]) => void,
    onError: (error: unknown) => void,
  ): () => void
  countRange(uid: string, range: TimeRange): Promise<number>
  add(uid: string, id: string, entry: EntryContent, metadata: EntryMetadata): Promise<void>
  /** Resolves with true if the cache on this device contains the entry, synced or queued. */
  existsOnDevice(uid: string, id: string): Promise<boolean>
  /** Resolves with true if an entry that this device has added is on the server. */
  existsOnServer(uid: string, id: string): Promise<boolean>
  /** Merges a user's edit into the stored entry, unless the edit conflicts with the entry. Needs the server. */
  saveEdit(uid: string, id: string, base: EntryContent, mine: EntryContent): Promise<MergeResult['kind']>
  /**
   * Changes many entries in batches. `change` receives an entry as stored on the server; if `change` returns undefined,
   * the entry stays unchanged. `onChanged` is called after each batch with the changes and the number of entries
   * processed so far. Needs the server.
   */
  changeEach(
    uid: string,
    ids: readonly string[],
    change: (entry: LogEntry) => Partial<EntryContent> | undefined,
    onChanged: (changed: readonly EntryChange[], done: number) => void,
  ): Promise<void>
  /**
   * Imports entries with their original times. If the id of an entry already exists, the entry is not imported.
   * Resolves with the stored entries that have these ids.
   */
  importBatch(uid: string, entries: readonly ImportedEntry[]): Promise<readonly LogEntry[]>
  softDelete(uid: string, id: string): Promise<void>
  /** Calls `onEntries` with the most recently deleted entries, the newest deletion first. */
  watchDeleted(
    uid: string,
    onEntries: (entries: readonly LogEntry[]) => void,
    onError: (error: unknown) => void,
  ): () => void
  restore(uid: string, id: string): Promise<void>
  remove(uid: string, id: string): Promise<void>
  /**
   * Reads all entries that are not deleted, ordered by id. Needs the server, because the device may have only a part of
   * the journal.
   */
  readAll(uid: string, onProgress: (read: number) => void): Promise<readonly LogEntry[]>
  removeAll(uid: string, onProgress: (removed: number) => void): Promise<void>
  whenAllSent(): Promise<void>
  /** Clears the cache on the device, or marks it to be cleared if another tab still uses it. */
  clearDeviceCache(): Promise<void>
  finishClearingCache(): Promise<void>
}

/** How many entries are deleted or changed in one commit. Both numbers are below Firestore's limits. */
const DELETE_BATCH = 400
const CHANGE_BATCH = 100

const logs = (uid: string) => collection(firestore(), ...logsPath(uid))
/**
 * Returns a query for the listed entries. If the query is not limited to a time range, it also returns entries with an
 * unreadable time.
 */
const listedQuery = (uid: string): Query =>
  query(logs(uid), where('deleted', '==', false), orderBy('timestamp', 'desc'))

/**
 * Returns a query for the entries in a time range. No range contains an entry that the server has not confirmed,
 * because such an entry has no time yet.
 */
const rangeQuery = (uid: string, { from, to }: TimeRange): Query =>
  query(
    listedQuery(uid),
    where('timestamp', '>=', Timestamp.fromMillis(from)),
    where('timestamp', '<', Timestamp.fromMillis(to)),
    limit(MAX_DOCUMENTS_PER_QUERY),
  )

export const logsIo: LogsIo = {
  async connect() {
    await finishCacheClearing()
    await getDoc(doc(firestore(), ...HEALTH_PATH))
  },

  watchPage({ uid, cursor, limit: pageSize }, onPage, onError) {
    const from = cursor instanceof QueryDocumentSnapshot ? [startAfter(cursor)] : []
    return onSnapshot(
      query(listedQuery(uid), ...from, limit(pageSize)),
      { includeMetadataChanges: true },
      (snapshot) => {
        const changes = snapshot.docChanges({ includeMetadataChanges: true }).map((change): LogChange => {
          const entry = entryOf(change.doc)
          return change.type === 'removed' ? { kind: 'drop', id: entry.id, entry } : { kind: 'put', entry }
        })
        const last = snapshot.docs.at(-1)
        const end = last?.metadata.hasPendingWrites && last.get('timestamp') === null ? undefined : last
        onPage({ changes, size: snapshot.size, nextCursor: end, fromCache: snapshot.metadata.fromCache })
      },
      onError,
    )
  },

  watchEntry: (uid, id, onEntry, onError) =>
    onSnapshot(
      doc(firestore(), ...logPath(uid, id)),
      { includeMetadataChanges: true },
      (snapshot) => onEntry(snapshot.exists() ? entryOf(snapshot) : undefined, snapshot.metadata.fromCache),
      onError,
    ),

  countOlderThan(uid, time) {
    const countIn = async (range: TimeRange) => (await getCountFromServer(rangeQuery(uid, range))).data().count
    return countByBisection({ from: EARLIEST_MS, to: time }, MAX_DOCUMENTS_PER_QUERY, countIn, (range) =>
      countByPaging(rangeQuery(uid, range)),
    )
  },

  watchRange: (uid, range, onEntries, onError) =>
    onSnapshot(
      rangeQuery(uid, range),
      { includeMetadataChanges: true },
      ({ docs }) => onEntries(docs.map(entryOf)),
      onError,
    ),

  countRange: async (uid, range) => (await getCountFromServer(rangeQuery(uid, range))).data().count,

  add: (uid, id, content, { clientTime, ...metadata }) =>
    setDoc(doc(firestore(), ...logPath(uid, id)), {
      userId: uid,
      timestamp: serverTimestamp(),
      ...toNewDocumentFields(content),
      metadata: { clientTime: Timestamp.fromMillis(clientTime), ...metadata },
      lastUpdated: serverTimestamp(),
      deleted: false,
    }),

  existsOnDevice: (uid, id) =>
    getDocFromCache(doc(firestore(), ...logPath(uid, id))).then(
      (found) => found.exists(),
      () => false,
    ),

  existsOnServer: (uid, id) =>
    new Promise((resolve, reject) => {
      const stop = onSnapshot(
        doc(firestore(), ...logPath(uid, id)),
        { includeMetadataChanges: true },
        (snapshot) => {
          if (snapshot.metadata.fromCache || snapshot.metadata.hasPendingWrites) return
          stop()
          resolve(snapshot.exists())
        },
        reject,
      )
    }),

  async saveEdit(uid, id, base, mine) {
    // Without a network, a transaction would only retry in vain. The caller tries again when the network is back.
    if (!navigator.onLine) throw new Error('There is no network.')
    const entry = doc(firestore(), ...logPath(uid, id))
    const outcome = await runTransaction(firestore(), async (transaction) => {
      const found = await transaction.get(entry)
      const merged = merge(base, mine, found.exists() ? entryOf(found) : undefined)
      if (merged.kind === 'write') transaction.update(entry, toLogUpdate(merged.changes))
      return merged.kind
    })
    // Because of this read, all listeners on this device receive the change before the caller continues.
    await getDoc(entry)
    return outcome
  },

  async changeEach(uid, ids, change, onChanged) {
    for (let start = 0; start < ids.length; start += CHANGE_BATCH) {
      const batchIds = ids.slice(start, start + CHANGE_BATCH)
      const changed = await runTransaction(firestore(), async (transaction) => {
        const found = await Promise.all(batchIds.map((id) => transaction.get(doc(firestore(), ...logPath(uid, id)))))
        return found.flatMap((one): EntryChange[] => {
          const before = one.exists() ? entryOf(one) : undefined
          const changes = before && !before.deleted ? change(before) : undefined
          if (!before || !changes) return []
          transaction.update(one.ref, toLogUpdate(changes))
          return [{ before, changes }]
        })
      })
      onChanged(changed, start + batchIds.length)
    }
  },

  importBatch: (uid, entries) =>
    runTransaction(firestore(), async (transaction) => {
      const found = await Promise.all(entries.map(({ id }) => transaction.get(doc(firestore(), ...logPath(uid, id)))))
      for (const [index, entry] of entries.entries()) {
        const snapshot = found[index]
        if (snapshot && !snapshot.exists()) transaction.set(snapshot.ref, toImportedDocument(uid, entry))
      }
      return found.filter((one) => one.exists()).map(entryOf)
    }),

  softDelete: (uid, id) =>
    updateDoc(doc(firestore(), ...logPath(uid, id)), {
      deleted: true,
      deletedAt: serverTimestamp(),
      lastUpdated: serverTimestamp(),
    }),

  watchDeleted: (uid, onEntries, onError) =>
    onSnapshot(
      query(logs(uid), where('deleted', '==', true), orderBy('deletedAt', 'desc'), limit(MAX_DOCUMENTS_PER_QUERY)),
      { includeMetadataChanges: true },
      ({ docs }) => onEntries(docs.map(entryOf)),
      onError,
    ),

  restore: (uid, id) =>
    updateDoc(doc(firestore(), ...logPath(uid, id)), {
      deleted: false,
      deletedAt: deleteField(),
      lastUpdated: serverTimestamp(),
    }),

  remove: (uid, id) => deleteDoc(doc(firestore(), ...logPath(uid, id))),

  async readAll(uid, onProgress) {
    const entries: LogEntry[] = []
    for await (const page of pagesOf(
      query(logs(uid), orderBy(documentId())),
      MAX_DOCUMENTS_PER_QUERY,
      getDocsFromServer,
    )) {
      entries.push(...page.map(entryOf).filter(({ deleted }) => !deleted))
      onProgress(entries.length)
    }
    return entries
  },

  async removeAll(uid, onProgress) {
    const { readEntryIds } = await import('./changes.ts')
    let removed = 0
    const remove = async (ids: readonly string[]): Promise<void> => {
      const batch = writeBatch(firestore())
      for (const id of ids) batch.delete(doc(firestore(), ...logPath(uid, id)))
      await batch.commit()
      removed += ids.length
      onProgress(removed)
    }
    // The trash is deleted first. If the deletion is interrupted, the list then still has entries, and the user can
    // start the deletion again. The second `all` deletes entries that were still being sent during the first `all`.
    for (const which of ['trash', 'all', 'all'] as const) {
      let removing = Promise.resolve()
      // The next ids are read while the previous batch is being deleted. They are not read from the cache, because each
      // of these reads would scan all entries in the cache.
      for await (const ids of readEntryIds(uid, which, DELETE_BATCH)) {
        await removing
        removing = remove(ids)
        // Prevents an unhandled rejection of this deletion if reading the next ids fails first. In all other cases,
        // `await removing` throws the error of this deletion.
        removing.catch(() => {})
      }
      await removing
      await waitForPendingWrites(firestore())
    }
  },

  whenAllSent: () => waitForPendingWrites(firestore()),

  clearDeviceCache: clearFirestoreCache,

  finishClearingCache: finishCacheClearing,
}

/** Parses an entry. A server time that is still pending is estimated from the local clock. */
const entryOf = (snapshot: DocumentSnapshot): LogEntry =>
  parseEntryDocument(snapshot.id, snapshot.data({ serverTimestamps: 'estimate' }), snapshot.metadata.hasPendingWrites)

async function countByPaging(all: Query): Promise<number> {
  let count = 0
  for await (const page of pagesOf(all, MAX_DOCUMENTS_PER_QUERY, getDocs)) count += page.length
  return count
}
