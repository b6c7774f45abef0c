import { hasDatabases } from '#src/io/storage.ts'

/** Returns the name of the IndexedDB database of a user's local mirror. */
export const mirrorDatabaseName = (uid: string): string => `journal:${uid}`

/** Deletes the local mirror. Other tabs that have its database open close the database. */
export function deleteJournalMirror(uid: string): void {
  if (hasDatabases()) indexedDB.deleteDatabase(mirrorDatabaseName(uid))
}
