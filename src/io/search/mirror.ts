import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import * as z from 'zod/mini'
import { CONTENT_PARTS, EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { StoredSuggestions } from '#domain/analysis/suggestions.ts'
import type { InitialEntries } from '#domain/entry/pages.ts'
import { mirrorDatabaseName } from './journalName.ts'

/** The local mirror of the journal, for search. It contains all entries that are not deleted. */
export type JournalMirror = {
  readonly readAll: () => Promise<readonly LogEntry[]>
  readonly put: (entries: readonly LogEntry[]) => Promise<void>
  readonly drop: (ids: readonly string[]) => Promise<void>
  readonly clear: () => Promise<void>
  /** Returns the time up to which the mirror is complete, in milliseconds since 1970; null if it is incomplete. */
  readonly readSynced: () => Promise<number | null>
  readonly writeSynced: (time: number | null) => Promise<void>
}

/**
 * The version of the database. It increments when the type of a stored field changes; an older mirror is then rebuilt.
 * If the content of entries gets a new part, no new version is needed, because `parseEntries` detects entries without
 * this part.
 */
const VERSION = 4

interface Schema extends DBSchema {
  entries: { key: string; value: LogEntry; indexes: { newest: number } }
  state: { key: 'synced'; value: number | null }
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())
const StoredEntry = z.extend(EntryContent, {
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
})
const StoredEntries = z.array(StoredEntry)

/**
 * Parses stored entries. If an entry is invalid or lacks a part of the content, returns undefined, because the mirror
 * must then be rebuilt. Entries stored by an older version of the app may lack a part.
 */
function parseEntries(stored: readonly LogEntry[]): readonly LogEntry[] | undefined {
  const isComplete = stored.every((entry) => CONTENT_PARTS.every((part) => part in entry))
  return isComplete ? StoredEntries.safeParse(stored).data : undefined
}

/**
 * Returns the newest entries for the first screen, and the number of all entries in the mirror. Returns undefined if
 * the mirror is incomplete.
 */
export const readNewest = (uid: string, limit: number): Promise<InitialEntries | undefined> =>
  readFromComplete(uid, async (store) => {
    const found: LogEntry[] = []
    for (let cursor = await store.index('newest').openCursor(null, 'prev'); cursor && found.length < limit;) {
      if (cursor.value.listed) found.push(cursor.value)
      cursor = await cursor.continue()
    }
    // The count is not exact, because the journal may have changed on the server. Entries without a time are not in
    // this index.
    const count = { known: await store.index('newest').count(), exact: false }
    const entries = parseEntries(found)
    return entries && { entries, count }
  })

/** Counts the mirror's entries in each time span. Returns undefined if the mirror is incomplete. */
export const countInTimeSpans = (
  uid: string,
  spans: readonly { readonly from: number; readonly to: number }[],
): Promise<readonly number[] | undefined> =>
  readFromComplete(uid, (store) =>
    // The end of a time span is not part of the time span. It is the first millisecond of the next time span.
    Promise.all(spans.map(({ from, to }) => store.index('newest').count(IDBKeyRange.bound(from, to, false, true)))),
  )

/** Reads from the mirror. Returns undefined if the mirror is incomplete. */
async function readFromComplete<Found>(
  uid: string,
  read: (store: IDBPObjectStore<Schema, ['entries'], 'entries'>) => Promise<Found>,
): Promise<Found | undefined> {
  const db = await open(uid)
  try {
    if (typeof (await db.get('state', 'synced')) !== 'number') return undefined
    return await read(db.transaction('entries').store)
  } finally {
    db.close()
  }
}

/** Opens the mirror. If the device cannot store the mirror, returns an empty mirror that stores nothing. */
export async function openMirror(uid: string, isPersistent: boolean): Promise<JournalMirror> {
  const db = isPersistent ? await open(uid).catch(() => undefined) : undefined
  if (!db) return emptyMirror
  return {
    async readAll() {
      const entries = parseEntries(await db.getAll('entries'))
      if (entries) return entries
      await Promise.all([db.clear('entries'), db.clear('state')])
      return []
    },
    async put(entries) {
      const { store, done } = db.transaction('entries', 'readwrite')
      await Promise.all([...entries.map((entry) => store.put(entry)), done])
    },
    async drop(ids) {
      const { store, done } = db.transaction('entries', 'readwrite')
      await Promise.all([...ids.map((id) => store.delete(id)), done])
    },
    async clear() {
      await Promise.all([db.clear('entries'), db.clear('state')])
    },
    readSynced: async () => (await db.get('state', 'synced')) ?? null,
    async writeSynced(time) {
      await db.put('state', time, 'synced')
    },
  }
}

function open(uid: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(mirrorDatabaseName(uid), VERSION, {
    upgrade(db) {
      for (const store of Array.from(db.objectStoreNames)) db.deleteObjectStore(store)
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('newest', 'timestamp')
      db.createObjectStore('state')
    },
    // Called when another tab wants to delete the database after a sign-out, or to upgrade it to a newer version.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
}

const emptyMirror: JournalMirror = {
  readAll: async () => [],
  put: async () => {},
  drop: async () => {},
  clear: async () => {},
  readSynced: async () => null,
  writeSynced: async () => {},
}
