import { serverTimestamp, Timestamp } from 'firebase/firestore'
import type { EntryContent } from '#domain/entry/content.ts'
import type { ImportedEntry } from '#domain/archive/importedEntry.ts'

/** Returns the document of an imported entry, with its original times. */
export function toImportedDocument(uid: string, entry: ImportedEntry) {
  const { content, level, goals, tags, eyesOnly, time, updated, frequency, timeZone, clientTime } = entry
  return {
    userId: uid,
    timestamp: Timestamp.fromMillis(time),
    logLevel: level,
    content,
    goals: [...goals],
    tags: [...tags],
    ...(eyesOnly ? { eyesOnly } : {}),
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

/** Returns the update for the parts of an entry that the user changed. */
export const toLogUpdate = ({ level, goals, tags, ...changes }: Partial<EntryContent>) => ({
  ...changes,
  ...(level === undefined ? {} : { logLevel: level }),
  ...(goals === undefined ? {} : { goals: [...goals] }),
  ...(tags === undefined ? {} : { tags: [...tags] }),
  updatedAt: serverTimestamp(),
  lastUpdated: serverTimestamp(),
})
