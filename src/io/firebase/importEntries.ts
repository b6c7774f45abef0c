import { doc, serverTimestamp, Timestamp } from 'firebase/firestore/lite'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'
import { contentOf } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { parseEntryDocument, toNewDocumentFields } from '#domain/entry/storedEntry.ts'
import { logPath } from '#domain/paths.ts'
import { firestoreOf } from './firstPage.ts'
import { transact } from './transact.ts'

/**
 * Imports entries with their original times. If the id of an entry already exists, the entry is not imported. Resolves
 * with the stored entries that have these ids. Needs the server.
 */
export async function importBatch(uid: string, entries: readonly ImportedEntry[]): Promise<readonly LogEntry[]> {
  const db = await firestoreOf(uid)
  return transact(db, async (transaction) => {
    const found = await Promise.all(entries.map(({ id }) => transaction.get(doc(db, ...logPath(uid, id)))))
    for (const [index, entry] of entries.entries()) {
      const snapshot = found[index]
      if (snapshot && !snapshot.exists()) transaction.set(snapshot.ref, toImportedDocument(uid, entry))
    }
    return found.filter((one) => one.exists()).map((one) => parseEntryDocument(one.id, one.data(), false))
  })
}

/** Returns the document of an imported entry, with its original times. */
function toImportedDocument(uid: string, entry: ImportedEntry) {
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
