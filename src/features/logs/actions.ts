import { draftOf } from '#domain/entry/draft.ts'
import { CHANGED_ELSEWHERE } from '#domain/entry/merge.ts'
import { type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { WriteRefused, writeErrorText } from '#domain/errors.ts'
import type { Operation } from '#domain/journal/operations.ts'
import { DELETION_TEXT } from '#domain/texts/deletion.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

/** Changes an entry, immediately on this device. Resolves when the server has confirmed it, and rejects if it refuses. */
async function change(session: UserSession, operation: Operation): Promise<void> {
  if ((await useJournal.of(session).getState().change(operation)) === 'refused') throw new WriteRefused()
}

/** Moves an entry to the trash, immediately on this device, and offers to undo the deletion. */
export function deleteEntry(session: UserSession, id: string, toaster: Toaster = 'dashboard'): void {
  void reportOutcome(change(session, { kind: 'delete', id }), {
    done: LOG_TEXT.deleted,
    subject: DELETION_TEXT.deletionSubject,
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
    toaster,
    onUndo: () => restoreEntry(session, id, toaster),
  })
}

/** Restores an entry from the trash. */
export function restoreEntry(session: UserSession, id: string, toaster: Toaster = 'dashboard'): void {
  void reportOutcome(change(session, { kind: 'restore', id }), {
    done: DELETION_TEXT.restored,
    subject: DELETION_TEXT.restoreSubject,
    failed: (error) => writeErrorText(error, DELETION_TEXT.restoreFailed),
    toaster,
  })
}

/** Deletes an entry from the trash permanently. */
export function deletePermanently(session: UserSession, id: string): void {
  void reportOutcome(change(session, { kind: 'remove', id }), {
    done: DELETION_TEXT.deletedForever,
    subject: DELETION_TEXT.foreverSubject,
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
  })
}

/** Saves a change made outside the editor, such as a completed goal. */
export function saveContent(session: UserSession, entry: LogEntry, content: EntryContent): void {
  const { submit } = useDrafts.of(session).getState()
  submit({ ...draftOf(entry.id, crypto.randomUUID(), entry), ...content, savedAt: Date.now() }).then(
    (outcome) => {
      if (outcome === 'conflict') toast.error(CHANGED_ELSEWHERE)
    },
    (error: unknown) => toast.error(writeErrorText(error, LOG_TEXT.updateFailed)),
  )
}

/** Exports all entries outside the trash as one file. */
export async function exportAll(session: UserSession): Promise<void> {
  const journal = useJournal.of(session)
  const progress = toast.loading(DELETION_TEXT.loading, 'dashboard')
  const unsubscribe = journal.subscribe(({ count: { known } }, { count: before }) => {
    if (known !== before.known) toast.loading(DELETION_TEXT.loaded(known), 'dashboard', progress)
  })
  try {
    const { whenSynced, findAll, saveExport } = journal.getState()
    const isSynced = await whenSynced()
    // A part of the journal must not be exported as the whole journal.
    if (!isSynced && !journal.getState().isComplete) throw new Error('The device does not have all entries.')
    const entries = await findAll('')
    if (entries.length > 0) await saveExport(entries)
    if (entries.length === 0) toast.error(LOG_TEXT.nothingToExport, 'dashboard')
    else toast.success(LOG_TEXT.exported, 'dashboard')
  } catch (error) {
    console.warn('The export failed.', error)
    toast.error(LOG_TEXT.fetchFailed, 'dashboard')
  }
  unsubscribe()
  toast.dismiss(progress, 'dashboard')
}

/**
 * Deletes all entries permanently, including the trash. The entries disappear immediately. The deletion continues in the
 * background, also after a restart; `src/app/deletionReactions.ts` shows its progress.
 */
export function deleteAll(session: UserSession): void {
  if (!navigator.onLine) return void toast.error(DELETION_TEXT.offline(LOG_TEXT.deleteAllFailed), 'dashboard')
  change(session, { kind: 'clear' }).catch((error: unknown) =>
    toast.error(writeErrorText(error, LOG_TEXT.deleteAllFailed), 'dashboard'),
  )
}
