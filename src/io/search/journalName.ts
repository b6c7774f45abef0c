import { hasDatabases } from '#src/io/storage.ts'

/** The name of the database on this device that holds the copy of somebody's journal. */
export const mirrorDatabaseName = (uid: string): string => `journal:${uid}`

/** Removes the copy. Another tab that has it open lets go of it; one that keeps nothing here has none to remove. */
export function deleteJournalMirror(uid: string): void {
  if (hasDatabases()) indexedDB.deleteDatabase(mirrorDatabaseName(uid))
}
