import {
  arrayRemove,
  arrayUnion,
  collection,
  deleteField,
  doc,
  getDocs,
  limit,
  query,
  serverTimestamp,
  Timestamp,
  where,
  type DocumentData,
  type Firestore,
  type Transaction,
  type UpdateData,
} from 'firebase/firestore/lite'
import type { EntryContent } from '#domain/entry/content.ts'
import { parseEntryDocument, toDocumentFields, toNewDocumentFields } from '#domain/entry/storedEntry.ts'
import {
  decide,
  needsCurrentVersion,
  WRITE,
  type Answer,
  type Decision,
  type EntryOperation,
  type Operation,
} from '#domain/journal/operations.ts'
import { favoritePath, logPath, notificationsPath, removalsPath, settingsPath, userPath } from '#domain/paths.ts'
import type { Sending } from '#src/io/journal/push.ts'
import { firestoreOf, withTimeout } from './firstPage.ts'
import { toRemoval } from './removal.ts'
import { transact } from './transact.ts'

/**
 * Writes operations in one transaction. Resolves with the answer to each operation. Rejects with the database's error
 * if it accepts none of them, or if it does not answer.
 * @param canceled aborted if the operations must not be written any more. A request that was sent may still be written.
 */
export async function commitOperations(
  uid: string,
  batch: readonly Sending[],
  canceled: AbortSignal,
): Promise<readonly Answer[]> {
  const ended = new AbortController()
  try {
    return await withTimeout(commit(uid, batch, AbortSignal.any([canceled, ended.signal])))
  } finally {
    ended.abort()
  }
}

/** @param signal aborted when no request may follow. A later write could undo a newer operation. */
async function commit(uid: string, batch: readonly Sending[], signal: AbortSignal): Promise<readonly Answer[]> {
  const db = await firestoreOf(uid)
  return transact(db, async (transaction) => {
    const target: Target = { db, uid, transaction }
    // A transaction has to read before it writes.
    const decisions = await Promise.all(batch.map((sending) => read(target, sending)))
    // The SDK would repeat a failed transaction. It does not repeat it after this error.
    signal.throwIfAborted()
    const removed: string[] = []
    const answers = batch.map(({ queued: { operation } }, index): Answer => {
      const decision = decisions[index] ?? WRITE
      if (decision.kind === 'done') return decision.answer
      if (operation.kind === 'remove') removed.push(operation.id)
      write(target, operation, decision.changes)
      return SAVED
    })
    if (removed.length > 0) transaction.set(doc(collection(db, ...removalsPath(uid))), toRemoval(removed))
    return answers
  })
}

type Target = { readonly db: Firestore; readonly uid: string; readonly transaction: Transaction }

const SAVED: Answer = { outcome: 'saved' }

/** Reads the server's version of a document if the operation needs it, and decides what is left to write. */
async function read(target: Target, { queued, mayBeSent, wasRejected }: Sending): Promise<Decision> {
  const { db, uid, transaction } = target
  const { operation } = queued
  if (isOfOneEntry(operation)) {
    if (!mayBeSent && !needsCurrentVersion(operation)) return WRITE
    const found = await transaction.get(doc(db, ...logPath(uid, operation.id)))
    if (operation.kind === 'add' && !found.exists() && (await wasRemoved(target, operation.id)))
      return { kind: 'done', answer: { outcome: 'saved', stored: null } }
    return decide(operation, found.exists() ? parseEntryDocument(found.id, found.data(), false) : undefined)
  }
  // A song that exists although it was not written is a duplicate, which the server rejects (specification §5).
  if (operation.kind !== 'addFavorite' || !mayBeSent || wasRejected) return WRITE
  const found = await transaction.get(doc(db, ...favoritePath(operation.id)))
  return found.exists() ? { kind: 'done', answer: SAVED } : WRITE
}

/** Whether an entry was deleted permanently. A new entry that was sent without an answer must then not be sent again. */
async function wasRemoved({ db, uid }: Target, id: string): Promise<boolean> {
  const removals = collection(db, ...removalsPath(uid))
  return !(await getDocs(query(removals, where('ids', 'array-contains', id), limit(1)))).empty
}

const isOfOneEntry = (operation: Operation): operation is Exclude<EntryOperation, { kind: 'clear' }> =>
  ['add', 'edit', 'delete', 'restore', 'remove'].includes(operation.kind)

/** @param changes the parts of an entry that an edit has changed */
function write({ db, uid, transaction }: Target, operation: Operation, changes: Partial<EntryContent>): void {
  const now = serverTimestamp()
  const entry = (id: string) => doc(db, ...logPath(uid, id))
  const update = (id: string, fields: UpdateData<DocumentData>): void =>
    void transaction.update(entry(id), { ...fields, lastUpdated: now })
  const updateSettings = (fields: DocumentData): void =>
    void transaction.set(doc(db, ...settingsPath(uid)), { ...fields, lastUpdated: now }, { merge: true })
  switch (operation.kind) {
    case 'add': {
      const { clientTime, ...metadata } = operation.metadata
      transaction.set(entry(operation.id), {
        userId: uid,
        timestamp: now,
        ...toNewDocumentFields(operation.content),
        metadata: { clientTime: Timestamp.fromMillis(clientTime), ...metadata },
        lastUpdated: now,
        deleted: false,
      })
      return
    }
    case 'edit':
      return update(operation.id, { ...toDocumentFields(changes), updatedAt: now })
    case 'delete':
      return update(operation.id, { deleted: true, deletedAt: now })
    case 'restore':
      return update(operation.id, { deleted: false, deletedAt: deleteField() })
    case 'remove':
      return void transaction.delete(entry(operation.id))
    case 'clear':
      throw new Error('All entries are deleted page by page, not in one transaction.')
    case 'settings':
      return updateSettings(operation.changes)
    case 'saveSearch':
      return updateSettings({ savedSearches: arrayUnion(operation.text) })
    case 'unsaveSearch':
      return updateSettings({ savedSearches: arrayRemove(operation.text) })
    case 'tune': {
      const fields = { operationalFrequency: operation.frequency, lastFrequencyUpdate: now }
      return void transaction.set(doc(db, ...userPath(uid)), fields, { merge: true })
    }
    case 'addFavorite': {
      const { artist, title, album, date } = operation.song
      transaction.set(doc(db, ...favoritePath(operation.id)), {
        userId: uid,
        artist,
        title,
        ...(album !== null && { album }),
        station: operation.station,
        ...(date !== null && { timestamp: Timestamp.fromMillis(date) }),
        dateAdded: now,
      })
      return
    }
    case 'removeFavorite':
      return void transaction.delete(doc(db, ...favoritePath(operation.id)))
    case 'pushToken': {
      const notifications = doc(db, ...notificationsPath(uid))
      if (operation.token === null) return void transaction.delete(notifications)
      return void transaction.set(notifications, { fcmToken: operation.token, updatedAt: now }, { merge: true })
    }
  }
}
