import {
  collection,
  doc,
  documentId,
  getDoc,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
  writeBatch,
  type QueryConstraint,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite'
import { EARLIEST_MS } from '#domain/clock.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { parseEntryDocument } from '#domain/entry/storedEntry.ts'
import { isPermanentRejection } from '#domain/errors.ts'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import { HEALTH_PATH, logPath, logsPath, removalsPath, settingsPath } from '#domain/paths.ts'
import type { DeletedEntries, PushServer } from '#src/io/journal/push.ts'
import type { SyncServer } from '#src/io/journal/sync.ts'
import { firestoreOf, withTimeout } from './firstPage.ts'
import type { ListenClient } from './listen.ts'
import { idOf, type ListenedDocument, type TargetChange } from './listenProtocol.ts'
import { commitOperations } from './outboxWrites.ts'
import { Removal, toRemoval } from './removal.ts'

/** How many entries are deleted in one commit. Firestore's limit is 500 writes. */
const DELETE_BATCH = 400
/** How many commits delete entries at the same time, because the server takes most of the time. */
const DELETIONS_AT_ONCE = 3
/** The security rules reject larger queries. */
const PAGE_SIZE = 500

/** The client of a user's journal in the database. */
export type JournalServer = SyncServer &
  PushServer & {
    /** Tests the connection (specification §4). Rejects with `permission-denied` if the database rejects this user. */
    readonly connect: () => Promise<void>
    readonly readEntry: (id: string) => Promise<LogEntry | undefined>
  }

/** Returns the client of a user's journal. Rejects if the device is offline, because the browser would log an error. */
export function journalServer(uid: string, client: ListenClient): JournalServer {
  const logs = async () => collection(await firestoreOf(uid), ...logsPath(uid))
  const logsAt = logsPath(uid).join('/')

  const read = async (...constraints: QueryConstraint[]): Promise<readonly LogEntry[]> => {
    const { docs } = await withTimeout(getDocs(query(await logs(), ...constraints)))
    return docs.map((found) => parseEntryDocument(found.id, found.data(), false))
  }

  const readForDeletion = async function* (isTrash: boolean): AsyncIterable<readonly LogEntry[]> {
    const those = isTrash ? [where('deleted', '==', true)] : []
    const readAfter = (...last: LogEntry[]) =>
      read(...those, orderBy(documentId()), ...last.map(({ id }) => startAfter(id)), limit(DELETE_BATCH))
    for (let next = readAfter(); ;) {
      const entries = await next
      if (entries.length === DELETE_BATCH) {
        // The server sends the next entries while these are deleted.
        next = readAfter(...entries.slice(-1))
        next.catch(() => {})
      }
      if (entries.length > 0) yield entries
      if (entries.length < DELETE_BATCH) return
    }
  }

  /** Deletes entries in one commit. The server rejects a commit that changes too much, so then deletes them in halves. */
  const deleteEntries = async (
    entries: readonly LogEntry[],
    onDeleted: (deleted: DeletedEntries) => Promise<void>,
  ): Promise<void> => {
    const db = await firestoreOf(uid)
    const ids = entries.map(({ id }) => id)
    const batch = writeBatch(db)
    for (const id of ids) batch.delete(doc(db, ...logPath(uid, id)))
    batch.set(doc(collection(db, ...removalsPath(uid))), toRemoval(ids))
    try {
      await withTimeout(batch.commit())
    } catch (error) {
      if (entries.length === 1 || !isPermanentRejection(error)) throw error
      const half = Math.ceil(entries.length / 2)
      for (const some of [entries.slice(0, half), entries.slice(half)]) await deleteEntries(some, onDeleted)
      return
    }
    await onDeleted({ ids, latest: Math.max(...entries.map(({ lastUpdated }) => lastUpdated ?? 0)) })
  }

  return {
    connect: () =>
      new Promise((resolve, reject) => {
        // A rejected read on the stream causes no error message of the browser.
        const stop = client.listen(
          { documents: [HEALTH_PATH.join('/')] },
          { onChange: () => resolve(stop()), onError: reject },
        )
      }),
    watchNewest: (size, { onChange, onError }) =>
      client.listen(
        { collection: logsAt, where: [['deleted', '==', false]], orderBy: [['timestamp', 'desc']], limit: size },
        { onChange: (change) => onChange(entriesIn(change)), onError },
      ),
    watchChanges: (since, { onChange, onError }) =>
      watchSince(uid, client, logsAt, 'lastUpdated', since, {
        onChange: (change) => onChange(entriesIn(change)),
        onError,
      }),
    watchRemovals: (since, { onChange, onError }) =>
      watchSince(uid, client, removalsPath(uid).join('/'), 'at', since, {
        onChange: ({ changed }) => onChange(changed.map(({ data }) => Removal.parse(data))),
        onError,
      }),
    watchSettings: ({ onChange, onError }) =>
      client.listen(
        { documents: [settingsPath(uid).join('/')] },
        {
          onChange({ changed: [document], gone, complete }) {
            // After a new connection, the server may confirm the document without sending it.
            if (document || gone.length > 0 || complete) onChange(settingsIn(document?.data ?? {}))
          },
          onError,
        },
      ),
    async readNewestChange() {
      // Excludes documents whose `lastUpdated` is not a time. Firestore sorts values of other types before or after all
      // times.
      const isTime = where('lastUpdated', '>=', Timestamp.fromMillis(EARLIEST_MS))
      const [newest] = await read(isTime, orderBy('lastUpdated', 'desc'), limit(1))
      return newest?.lastUpdated ?? 0
    },
    readPage: (after, size) => read(orderBy(documentId()), ...(after === null ? [] : [startAfter(after)]), limit(size)),
    readOlder: (time, size) =>
      read(
        where('deleted', '==', false),
        where('timestamp', '<=', Timestamp.fromMillis(time)),
        orderBy('timestamp', 'desc'),
        limit(size),
      ),
    async readEntry(id) {
      const found = await getDoc(doc(await firestoreOf(uid), ...logPath(uid, id)))
      return found.exists() ? parseEntryDocument(found.id, found.data(), false) : undefined
    },
    requireNetwork: async () => void (await firestoreOf(uid)),
    commit: (batch, signal) => commitOperations(uid, batch, signal),
    async clear(onDeleted) {
      // The trash is deleted first. If the deletion is interrupted, the list then still has entries. The second pass over
      // all entries deletes those that another device has added during the first.
      for (const isTrash of [true, false, false]) {
        const running = new Set<Promise<void>>()
        for await (const entries of readForDeletion(isTrash)) {
          const deletion = deleteEntries(entries, onDeleted).finally(() => running.delete(deletion))
          deletion.catch(() => {})
          running.add(deletion)
          if (running.size === DELETIONS_AT_ONCE) await Promise.race(running)
        }
        await Promise.all(running)
      }
    },
  }
}

const settingsIn = (data: ListenedDocument['data']): StoredSettings =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'lastUpdated'))

const entryOf = ({ id, data }: ListenedDocument): LogEntry => parseEntryDocument(id, data, false)

/** Returns the entries of a change. An entry that only left the target, for example as too old, still exists. */
const entriesIn = ({ changed, gone }: Documents) => ({
  put: changed.map(entryOf),
  drop: gone.filter(({ deleted }) => deleted).map(({ path }) => idOf(path)),
})

/** How many of the latest documents `watchSince` listens to: more than the queue writes at the same time (push.ts). */
const LATEST = 101

type Documents = Pick<TargetChange, 'changed' | 'gone'>

/**
 * Listens to the documents whose time in `field` is at or after `since`. The listener has only the latest documents. If
 * more have changed at once, the others are read.
 */
function watchSince(
  uid: string,
  client: ListenClient,
  path: string,
  field: string,
  since: number,
  { onChange, onError }: { onChange: (change: Documents) => void; onError: (error: unknown) => void },
): () => void {
  const stopped = new AbortController()
  /** All documents up to this time are known. */
  let known = since
  let work: Promise<void> = Promise.resolve()

  const readMissed = async (from: number): Promise<void> => {
    let last: QueryDocumentSnapshot | undefined
    do {
      const start = last ? [startAfter(last)] : []
      const those = [where(field, '>=', Timestamp.fromMillis(from)), orderBy(field), ...start, limit(PAGE_SIZE)]
      const { docs } = await withTimeout(getDocs(query(collection(await firestoreOf(uid), path), ...those)))
      const changed = docs.map((found) => ({ id: found.id, path: found.ref.path, data: found.data() }))
      if (!stopped.signal.aborted) onChange({ changed, gone: [] })
      last = docs.length < PAGE_SIZE ? undefined : docs.at(-1)
    } while (last && !stopped.signal.aborted)
  }

  const stop = client.listen(
    {
      collection: path,
      where: [[field, '>=', Timestamp.fromMillis(since)]],
      orderBy: [[field, 'desc']],
      limit: LATEST,
    },
    {
      onChange(change) {
        const times = change.changed.map(({ data }) => timeOf(data[field]))
        const from = known
        known = Math.max(known, ...times)
        const mayMissSome = times.filter((time) => time >= from).length >= LATEST
        work = work
          .then(() => (mayMissSome ? readMissed(from) : undefined))
          .then(() => {
            if (!stopped.signal.aborted) onChange(change)
          })
        work.catch(onError)
      },
      onError,
    },
  )
  return () => {
    stopped.abort()
    stop()
  }
}

const timeOf = (stamp: unknown): number => (stamp instanceof Timestamp ? stamp.toMillis() : 0)
