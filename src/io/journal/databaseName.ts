import { CACHED_UID_KEY, hasDatabases, removeItem } from '#src/io/storage.ts'

/** Returns the name of the IndexedDB database of a user's journal. */
export const journalDatabaseName = (uid: string): string => `journal:${uid}`

/** Returns the name of the lock that a tab has while it sends the queue of a user's journal. */
export const outboxLock = (uid: string): string => `outbox:${uid}`

/** Deletes the journal from this device. Other tabs that have its database open close the database. */
export function deleteJournal(uid: string): void {
  removeItem(CACHED_UID_KEY)
  if (hasDatabases()) indexedDB.deleteDatabase(journalDatabaseName(uid))
}
