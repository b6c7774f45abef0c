/* The web page that database.test.ts controls. It stores journals in the IndexedDB of the browser. */
import { deleteDB, openDB } from 'idb'
import type { LogEntry } from '#domain/entry/entry.ts'
import {
  openJournalDatabase,
  readNewest,
  type JournalChange,
  type JournalDatabase,
  type NewOperation,
} from '#src/io/journal/database.ts'
import { journalDatabaseName } from '#src/io/journal/databaseName.ts'

/** The records of an object store, by their key. */
type Records = { readonly [key: string]: unknown }

const UID = 'u'
const NAME = journalDatabaseName(UID)

let db: JournalDatabase | undefined
const journal = (): JournalDatabase => {
  if (!db) throw new Error('The database is not open.')
  return db
}

const { put, add } = IDBObjectStore.prototype

const page = {
  async open(isPersistent: boolean) {
    db?.close()
    db = await openJournalDatabase(UID, isPersistent)
  },

  async delete() {
    db?.close()
    db = undefined
    await deleteDB(NAME)
  },

  apply: (change: JournalChange) => journal().apply(change),
  enqueue: (added: readonly NewOperation[]) => journal().enqueue(added),
  readIds: (after: string | null, to: string | null) => journal().readIds(after, to),
  readSome: (ids: readonly string[]) => journal().readSome(ids),
  readSync: () => journal().readSync(),
  readSettings: () => journal().readSettings(),
  readQueue: () => journal().readQueue(),
  readNewest: (limit: number) => readNewest(UID, limit),

  /** Returns the batches of entries. */
  async readBatches() {
    const batches: (readonly LogEntry[])[] = []
    for await (const batch of journal().readEntries()) batches.push(batch)
    return batches
  },

  /** Creates the database as an earlier version of the app did. An entry has its own key. */
  async createEarlier(version: number, entries: readonly Records[], state: Records) {
    const earlier = await openDB(NAME, version, {
      upgrade(created) {
        created.createObjectStore('entries', { keyPath: 'id' }).createIndex('newest', 'timestamp')
        created.createObjectStore('state')
      },
    })
    for (const entry of entries) await earlier.put('entries', entry)
    for (const [key, value] of Object.entries(state)) await earlier.put('state', value, key)
    earlier.close()
  },

  /** Writes a record that the app does not write. */
  async writeRecord(store: string, record: unknown) {
    const opened = await openDB(NAME)
    await opened.put(store, record)
    opened.close()
  },

  /** Returns the keys of each object store. */
  async keys(): Promise<{ readonly [store: string]: readonly IDBValidKey[] }> {
    const opened = await openDB(NAME)
    const keys = await Promise.all(
      Array.from(opened.objectStoreNames, async (store) => [store, await opened.getAllKeys(store)]),
    )
    opened.close()
    return Object.fromEntries(keys)
  },

  /** Makes each transaction fail that writes. When a device has no space, the browser aborts a transaction at its end. */
  fillStorage() {
    const failLater = (request: IDBRequest<IDBValidKey>) => {
      request.addEventListener('success', () => request.transaction?.abort())
      return request
    }
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...parameters) {
      return failLater(put.apply(this, parameters))
    }
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...parameters) {
      return failLater(add.apply(this, parameters))
    }
  },
  /** Makes each request fail that adds a record. */
  rejectAdditions() {
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...parameters) {
      const request = add.apply(this, parameters)
      this.transaction.abort()
      return request
    }
  },
  /** Lets writes succeed again. */
  freeStorage: () => void Object.assign(IDBObjectStore.prototype, { put, add }),
}

Object.assign(window, { contract: page })
export type JournalPage = typeof page
