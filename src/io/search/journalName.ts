/** The name of the database on this device that holds the copy of somebody's journal. */
export const journalName = (uid: string): string => `journal:${uid}`

/** Removes the copy. Another tab that has it open lets go of it. */
export function deleteJournalCopy(uid: string): void {
  try {
    indexedDB.deleteDatabase(journalName(uid))
  } catch {
    // Where the browser keeps no databases there is none.
  }
}
