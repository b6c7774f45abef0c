/* The web page that firestoreCache.test.ts controls. Its IndexedDB has a cache as the Firestore SDK stores it. */
import { openDB, type IDBPDatabase } from 'idb'
import { outboxLock } from '#src/io/journal/databaseName.ts'
import {
  deleteFirestoreCache,
  earlierWritesLock,
  firestoreCacheName,
  migrateFirestoreCache,
} from '#src/io/migration/firestoreCache.ts'

const UID = 'alice'
const ended = new AbortController()
const sends: PromiseWithResolvers<void>[] = []
let isMigrated = false
let held: IDBPDatabase | undefined

/** The delays of the timers that the page has set so far, in milliseconds. */
const waits: number[] = []
const setTimer = window.setTimeout.bind(window)
Object.assign(window, {
  setTimeout(callback: () => void, ms: number) {
    waits.push(ms)
    return setTimer(callback, ms)
  },
})

const isFree = async (lock: string): Promise<boolean> =>
  navigator.locks.request(lock, { ifAvailable: true }, (granted) => granted !== null)

const page = {
  /** Stores a cache with one unconfirmed write of each of these users. */
  async createCache(users: readonly string[]) {
    const db = await openDB(firestoreCacheName(), 18, {
      upgrade: (created) => void created.createObjectStore('mutations', { keyPath: 'batchId', autoIncrement: true }),
    })
    for (const userId of users) await db.put('mutations', { userId, mutations: [] })
    db.close()
    localStorage.setItem('firestore_clients_x', '{}')
    localStorage.setItem('other', 'kept')
  },

  /** Stores a cache of an unknown format. */
  async createUnknownCache() {
    const db = await openDB(firestoreCacheName(), 99, { upgrade: (created) => void created.createObjectStore('other') })
    db.close()
  },

  markToClear: () => localStorage.setItem('firestoreCacheToClear', 'true'),

  migrate() {
    void migrateFirestoreCache(UID, ended.signal, {
      whenIdle: async () => {},
      sendWrites() {
        const sent = Promise.withResolvers<void>()
        sends.push(sent)
        return sent.promise
      },
    }).then(() => (isMigrated = true))
  },

  /** The server has answered all writes. */
  async confirm() {
    const db = await openDB(firestoreCacheName())
    await db.clear('mutations')
    db.close()
    sends.at(-1)?.resolve()
  },

  /** The SDK answers, but the writes are still in the cache. */
  answerWithoutSending: () => sends.at(-1)?.resolve(),
  reject: () => sends.at(-1)?.reject(new Error('The server does not answer.')),
  end: () => ended.abort(),
  delete: () => deleteFirestoreCache(),

  async state() {
    const databases = await indexedDB.databases()
    return {
      hasCache: databases.some(({ name }) => name === firestoreCacheName()),
      sends: sends.length,
      waits,
      isMigrated,
      mayJournalSend: await isFree(outboxLock(UID)),
      mayOtherTabMigrate: await isFree(earlierWritesLock(UID)),
    }
  },
  keys: () => Object.keys(localStorage),

  /** Keeps a connection to the cache open. */
  async holdCache() {
    held = await openDB(firestoreCacheName())
  },
  releaseCache: () => held?.close(),
}

Object.assign(window, { contract: page })
export type MigrationPage = typeof page
