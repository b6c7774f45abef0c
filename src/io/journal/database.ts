import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  type StoreNames,
} from 'idb'
import * as z from 'zod/mini'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'
import { CONTENT_PARTS, EntryContent } from '#domain/entry/content.ts'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import { combine, changesIn, QueuedOperation, withOperations } from '#domain/journal/operations.ts'
import { FIRST_SYNC, isOutdated, StoredSettings, SyncState } from '#domain/journal/syncState.ts'
import { journalDatabaseName } from './databaseName.ts'

/** What is stored together, in one transaction. */
export type JournalChange = {
  readonly put?: readonly LogEntry[]
  readonly drop?: readonly string[]
  /** Entries that were changed after this time are not dropped. In milliseconds since 1970. */
  readonly unlessChangedAfter?: number
  readonly sync?: SyncState
  /** The user's settings on the server. */
  readonly settings?: StoredSettings
  /** The key of an operation that the server has answered. The operation leaves the queue. */
  readonly settled?: string
}

export type NewOperation = Omit<QueuedOperation, 'seq'>

/**
 * The storage of one user's journal on this device: the entries of the server, and the operations that the server has
 * not answered.
 */
export type JournalDatabase = {
  /** Yields all entries, in batches. */
  readonly readEntries: () => AsyncIterable<readonly LogEntry[]>
  /** Resolves with the ids after `after`, up to and including `to`. Null means that the range has no limit. */
  readonly readIds: (after: string | null, to: string | null) => Promise<readonly string[]>
  readonly readSome: (ids: readonly string[]) => Promise<readonly LogEntry[]>
  readonly readSync: () => Promise<SyncState>
  /** Resolves with the settings of the server; undefined if the device does not know them. */
  readonly readSettings: () => Promise<StoredSettings | undefined>
  /** Resolves with the queue, the oldest operation first. */
  readonly readQueue: () => Promise<readonly QueuedOperation[]>
  /** Stores a change. Resolves with false, and stores nothing, if the change has an outdated sync state. */
  readonly apply: (change: JournalChange) => Promise<boolean>
  /**
   * Adds operations to the queue, except operations whose key the queue already has. Resolves with the keys of the
   * operations that have become part of the added ones.
   */
  readonly enqueue: (added: readonly NewOperation[]) => Promise<readonly string[]>
  readonly close: () => void
}

interface Schema extends DBSchema {
  entries: { key: string; value: LogEntry; indexes: { newest: number } }
  /** The deleted entries. They are stored separately, so that the index of the other entries counts and orders them. */
  trash: { key: string; value: LogEntry }
  outbox: { key: number; value: NewOperation; indexes: { key: string } }
  state: { key: string; value: unknown }
}

/** The version of the database. Version 4 had no queue, and no deleted entries. */
const VERSION = 5
const VERSION_WITHOUT_QUEUE = 4
const READ_BATCH = 2000
const SYNC_KEY = 'sync'
const SETTINGS_KEY = 'settings'

const text = z.nullable(z.string())
const number = z.nullable(z.number())
const StoredEntries = z.array(
  z.extend(EntryContent, {
    id: z.string(),
    timestamp: number,
    lastUpdated: number,
    updatedAt: number,
    suggestions: z.nullable(z.extend(StoredSuggestions, { lastAnalyzed: z.number() })),
    deleted: z.boolean(),
    listed: z.boolean(),
    deletedAt: number,
    frequency: number,
    clientTime: number,
    timeZone: text,
    queued: z.boolean(),
  }),
)

/**
 * Parses stored entries. If an entry is invalid or lacks a part of the content, returns undefined, because the entries
 * must then be read from the server again. Entries stored by an older version of the app may lack a part.
 */
function parseEntries(stored: readonly LogEntry[]): readonly LogEntry[] | undefined {
  const isComplete = stored.every((entry) => CONTENT_PARTS.every((part) => part in entry))
  return isComplete ? StoredEntries.safeParse(stored).data : undefined
}

/** Parses stored operations. An invalid operation is skipped. */
const parseQueue = (stored: readonly unknown[]): readonly QueuedOperation[] =>
  stored.flatMap((one) => QueuedOperation.safeParse(one).data ?? [])

const parseSync = (stored: unknown): SyncState => SyncState.safeParse(stored).data ?? FIRST_SYNC

/** Opens the storage of a journal. If this device may not or cannot store data, the storage is in memory. */
export async function openJournalDatabase(uid: string, isPersistent: boolean): Promise<JournalDatabase> {
  const db = isPersistent ? await open(uid).catch(() => undefined) : undefined
  return db ? persistentDatabase(db) : memoryDatabase()
}

const ENTRY_STORES = ['entries', 'trash'] as const
const ALL_STORES = ['entries', 'trash', 'outbox', 'state'] as const

function persistentDatabase(db: IDBPDatabase<Schema>): JournalDatabase {
  const readSync = async () => parseSync(await db.get('state', SYNC_KEY))
  const clear = async () => {
    await Promise.all([...ENTRY_STORES.map((name) => db.clear(name)), db.delete('state', SYNC_KEY)])
  }
  return {
    async *readEntries() {
      for (const name of ENTRY_STORES) {
        let after: string | null = null
        do {
          const entries = parseEntries(await db.getAll(name, keyRange(after, null), READ_BATCH))
          if (!entries) return clear()
          yield entries
          after = entries.length < READ_BATCH ? null : (entries.at(-1)?.id ?? null)
        } while (after !== null)
      }
    },
    async readIds(after, to) {
      const ids = await Promise.all(ENTRY_STORES.map((name) => db.getAllKeys(name, keyRange(after, to))))
      return ids.flat()
    },
    async readSome(ids) {
      const transaction = db.transaction(ENTRY_STORES)
      const stores = ENTRY_STORES.map((name) => transaction.objectStore(name))
      const found = await Promise.all(ids.flatMap((id) => stores.map((store) => store.get(id))))
      return parseEntries(found.filter((entry) => entry !== undefined)) ?? []
    },
    readSync,
    readSettings: async () => StoredSettings.safeParse(await db.get('state', SETTINGS_KEY)).data,
    readQueue: async () => parseQueue(await db.getAll('outbox')),
    async apply({ put = [], drop = [], sync, settings, settled }) {
      const transaction = db.transaction(ALL_STORES, 'readwrite')
      const [entries, trash] = [transaction.objectStore('entries'), transaction.objectStore('trash')]
      const write = async (): Promise<boolean> => {
        if (sync && isOutdated(sync, parseSync(await transaction.objectStore('state').get(SYNC_KEY)))) return false
        // A deletion takes as long as a write, also if there is nothing to delete. Few entries are in the trash.
        const trashed = await keysAmong(trash, [...drop, ...put.map(({ id }) => id)])
        const writes: Promise<unknown>[] = []
        for (const id of drop) writes.push(entries.delete(id))
        for (const entry of put)
          if (entry.deleted) writes.push(trash.put(entry), entries.delete(entry.id))
          else writes.push(entries.put(entry))
        const left = [...drop, ...put.flatMap(({ id, deleted }) => (deleted ? [] : [id]))]
        for (const id of left) if (trashed.has(id)) writes.push(trash.delete(id))
        if (sync) writes.push(transaction.objectStore('state').put(sync, SYNC_KEY))
        if (settings) writes.push(transaction.objectStore('state').put(settings, SETTINGS_KEY))
        if (settled !== undefined) writes.push(deleteByKey(transaction.objectStore('outbox'), settled))
        await Promise.all(writes)
        return true
      }
      const [isStored] = await Promise.all([write(), transaction.done])
      return isStored
    },
    async enqueue(added) {
      const { store, done } = db.transaction('outbox', 'readwrite')
      const all: string[] = []
      const add = async (): Promise<void> => {
        const queue = parseQueue(await store.getAll())
        for (const one of added) {
          const { operation, replaced } = combineWithQueue(queue, one)
          if (operation) await Promise.all([...replaced.map((key) => deleteByKey(store, key)), store.add(operation)])
          all.push(...replaced)
        }
      }
      await Promise.all([add(), done])
      return all
    },
    close: () => db.close(),
  }
}

function keyRange(after: string | null, to: string | null): IDBKeyRange | null {
  if (after === null) return to === null ? null : IDBKeyRange.upperBound(to)
  return to === null ? IDBKeyRange.lowerBound(after, true) : IDBKeyRange.bound(after, to, true, false)
}

/** Returns the keys of a store that may be among these ids. */
async function keysAmong(
  store: IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'trash', 'readwrite'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const sorted = ids.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  return new Set(await store.getAllKeys(IDBKeyRange.bound(first, last)))
}

async function deleteByKey(
  store: IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'outbox', 'readwrite'>,
  key: string,
): Promise<void> {
  const seq = await store.index('key').getKey(key)
  if (seq !== undefined) await store.delete(seq)
}

/** Keeps the journal in memory. */
function memoryDatabase(): JournalDatabase {
  const entries = new Map<string, LogEntry>()
  let queue: readonly QueuedOperation[] = []
  let lastSeq = 0
  let state = FIRST_SYNC
  let storedSettings: StoredSettings | undefined
  return {
    async *readEntries() {
      yield [...entries.values()]
    },
    readIds: async (after, to) =>
      [...entries.keys()].filter((id) => (after === null || id > after) && (to === null || id <= to)),
    readSome: async (ids) => ids.flatMap((id) => entries.get(id) ?? []),
    readSync: async () => state,
    readSettings: async () => storedSettings,
    readQueue: async () => queue,
    async apply({ put = [], drop = [], sync = state, settings = storedSettings, settled }) {
      if (isOutdated(sync, state)) return false
      for (const id of drop) entries.delete(id)
      for (const entry of put) entries.set(entry.id, entry)
      state = sync
      storedSettings = settings
      queue = queue.filter(({ key }) => key !== settled)
      return true
    },
    async enqueue(added) {
      const all: string[] = []
      for (const one of added) {
        const { operation, replaced } = combineWithQueue(queue, one)
        if (operation) queue = [...queue.filter(({ key }) => !replaced.includes(key)), { ...operation, seq: ++lastSeq }]
        all.push(...replaced)
      }
      return all
    },
    close: () => {},
  }
}

/** Returns the operation to add to the queue, and the keys of the queued operations that it replaces. */
function combineWithQueue(
  queue: readonly QueuedOperation[],
  added: NewOperation,
): { readonly operation: NewOperation | undefined; readonly replaced: readonly string[] } {
  if (queue.some(({ key }) => key === added.key)) return { operation: undefined, replaced: [] }
  let { operation } = added
  const replaced: string[] = []
  for (const { key, operation: earlier } of queue) {
    const both = combine(earlier, operation)
    if (!both) continue
    operation = both
    replaced.push(key)
  }
  return { operation: { ...added, operation }, replaced }
}

/**
 * Returns the newest listed entries as the user last saw them, for the first screen, and the number of entries. Returns
 * undefined if the device does not have all entries.
 */
export async function readNewest(uid: string, limit: number): Promise<InitialEntries | undefined> {
  const db = await open(uid)
  try {
    const { readSync, readQueue } = persistentDatabase(db)
    const [{ fill }, queue] = await Promise.all([readSync(), readQueue()])
    if (fill?.scope === 'all') return undefined
    const { isClearing, operations } = changesIn(queue)
    const found = new Map<string, LogEntry>()
    const show = (entry: LogEntry | undefined) => entry?.listed && found.set(entry.id, entry)
    const { store } = db.transaction('entries')
    let cursor = isClearing ? null : await store.index('newest').openCursor(null, 'prev')
    for (; cursor && found.size < limit; cursor = await cursor.continue())
      show(withOperations(cursor.value, operations.get(cursor.value.id) ?? []))
    for (const [id, changes] of operations) if (!found.has(id)) show(withOperations(undefined, changes))
    const entries = parseEntries([...found.values()].toSorted(compareNewestFirst).slice(0, limit))
    const known = isClearing ? 0 : await db.countFromIndex('entries', 'newest')
    // The count is not exact, because the journal may have changed on the server.
    return entries && { entries, count: { known, exact: false } }
  } finally {
    db.close()
  }
}

function open(uid: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(journalDatabaseName(uid), VERSION, {
    async upgrade(db, oldVersion, _, transaction) {
      if (oldVersion < VERSION_WITHOUT_QUEUE) {
        for (const store of Array.from(db.objectStoreNames)) db.deleteObjectStore(store)
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('newest', 'timestamp')
        db.createObjectStore('state')
      }
      db.createObjectStore('trash', { keyPath: 'id' })
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('key', 'key', {
        unique: true,
      })
      if (oldVersion === VERSION_WITHOUT_QUEUE) await upgradeEntries(transaction)
    },
    // Called when another tab wants to delete the database after a sign-out, or to upgrade it to a newer version.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
}

/**
 * Upgrades the entries of version 4. That version also stored changes that the server had not confirmed, with times of
 * this device's clock. They are forgotten: the drafts and the server have them.
 */
async function upgradeEntries(
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
): Promise<void> {
  const [entries, state] = [transaction.objectStore('entries'), transaction.objectStore('state')]
  for (const { id, queued } of await entries.getAll()) if (queued) await entries.delete(id)
  // The time up to which the entries are complete. It is missing if the device lacks entries.
  const syncedTo = z.number().safeParse(await state.get('synced')).data
  await state.delete('synced')
  if (syncedTo === undefined) return
  const fill = { scope: 'check', after: null, since: syncedTo } as const
  await state.put({ ...FIRST_SYNC, cursor: syncedTo, fill } satisfies SyncState, SYNC_KEY)
}
