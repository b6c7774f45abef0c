import { serverTimestamp, Timestamp } from 'firebase/firestore'
import { contentOf, type EntryContent } from '#domain/entry/content.ts'
import { toDocumentFields, toNewDocumentFields } from '#domain/entry/storedEntry.ts'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'

/** Returns the document of an imported entry, with its original times. */
export function toImportedDocument(uid: string, entry: ImportedEntry) {
  const { time, updated, frequency, timeZone, clientTime } = entry
  return {
    userId: uid,
    timestamp: Timestamp.fromMillis(time),
    ...toNewDocumentFields(contentOf(entry)),
    metadata: {
      source: 'import',
      ...(frequency === null ? {} : { frequency }),
      ...(timeZone === null ? {} : { timeZone }),
      ...(clientTime === null ? {} : { clientTime: Timestamp.fromMillis(clientTime) }),
    },
    updatedAt: Timestamp.fromMillis(updated ?? time),
    lastUpdated: serverTimestamp(),
    deleted: false,
  }
}

/** Returns the update of an entry's document for the parts that the user has changed. */
export const toLogUpdate = (changes: Partial<EntryContent>) => ({
  ...toDocumentFields(changes),
  updatedAt: serverTimestamp(),
  lastUpdated: serverTimestamp(),
})
