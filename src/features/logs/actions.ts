import { draftOf } from '#domain/entry/draft.ts'
import { CHANGED_MEANWHILE } from '#domain/entry/merge.ts'
import { type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { writeErrorText } from '#domain/errors.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { exactCount, useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

/** A network that brings nothing for so long is none. */
const SYNC_TIMEOUT_MS = 5000

/** Deletes at once on this device, and can be taken back. */
export function deleteEntry(id: string, toaster: Toaster = 'dashboard'): void {
  void reportOutcome(useJournal.getState().softDelete(id), {
    done: LOG_TEXT.deleted,
    subject: 'Deletion',
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
    toaster,
    onUndo: () => restoreEntry(id, toaster),
  })
}

/** Puts a deleted entry back where it was. */
export function restoreEntry(id: string, toaster: Toaster = 'dashboard'): void {
  const restoring = useJournal.getState().restore(id)
  void reportOutcome(restoring, {
    done: 'Log restored',
    subject: 'Restore',
    failed: (error) => writeErrorText(error, 'Failed to restore log'),
    toaster,
  })
  restoring.then(
    () => useSearch.getState().sync(),
    () => {},
  )
}

/** Removes a deleted entry for good. */
export function deletePermanently(id: string): void {
  void reportOutcome(useJournal.getState().deletePermanently(id), {
    done: 'Log deleted permanently',
    subject: 'Permanent deletion',
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
  })
}

/** Saves a change of an entry that is made without its editor, as a ticked goal. */
export function saveContent(entry: LogEntry, content: EntryContent): void {
  const { submit } = useDrafts.getState()
  submit({ ...draftOf(entry.id, crypto.randomUUID(), entry), ...content, savedAt: Date.now() }).then(
    (outcome) => {
      if (outcome === 'conflict') toast.error(CHANGED_MEANWHILE)
    },
    (error: unknown) => toast.error(writeErrorText(error, LOG_TEXT.updateFailed)),
  )
}

/** Saves everything that is not deleted as one file. */
export async function exportAll(): Promise<void> {
  const progress = toast.loading('Reading logs…', 'dashboard')
  const onProgress = (read: number) => void toast.loading(`Reading logs… ${read}`, 'dashboard', progress)
  try {
    const isSynced = await syncUnlessSilent(onProgress)
    const { complete, findAll } = useSearch.getState()
    const { exportAll: exportEntries } = useJournal.getState()
    const exportMirror = async () => exportEntries(onProgress, await findAll(''))
    const count = await (complete && isSynced
      ? exportMirror()
      : exportEntries(onProgress).catch((error: unknown) => {
          // A part of the journal is no export of it.
          if (!complete) throw error
          return exportMirror()
        }))
    if (count === 0) toast.error(LOG_TEXT.nothingToExport, 'dashboard')
    else toast.success(LOG_TEXT.exported, 'dashboard')
  } catch {
    toast.error(LOG_TEXT.fetchFailed, 'dashboard')
  }
  toast.dismiss(progress, 'dashboard')
}

/**
 * Lets the copy that is searched hear what is new; resolves with false where it hears nothing more. What a whole copy
 * has is not read again, and offline it has more than the database's own cache.
 */
async function syncUnlessSilent(onProgress: (read: number) => void): Promise<boolean> {
  let lastChangeAt = Date.now()
  const unsubscribe = useSearch.subscribe(({ size, revision }, previous) => {
    if (revision === previous.revision) return
    lastChangeAt = Date.now()
    onProgress(size)
  })
  let timer: ReturnType<typeof setInterval> | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setInterval(() => Date.now() - lastChangeAt >= SYNC_TIMEOUT_MS && resolve(false), SYNC_TIMEOUT_MS)
  })
  const syncing = useSearch
    .getState()
    .sync(exactCount)
    .then(() => true)
  const isSynced = await Promise.race([timeout, syncing])
  clearInterval(timer)
  unsubscribe()
  return isSynced
}

const NEEDS_CONNECTION = ' It needs a connection; choose Delete All again when there is one.'

/** Removes every document for good, deleted ones too; when it is cut off it says how far it got. */
export async function deleteAll(): Promise<void> {
  let removed = 0
  const progress = toast.loading('Deleting logs…', 'dashboard')
  try {
    await useJournal.getState().removeAll((count) => {
      removed = count
      toast.loading(`Deleting logs… ${count}`, 'dashboard', progress)
    })
    toast.success(LOG_TEXT.allDeleted, 'dashboard')
    // The copy has entries that the list does not tell of.
    void useSearch.getState().sync(exactCount)
  } catch (error) {
    toast.error(
      removed > 0
        ? `${LOG_TEXT.deleteAllFailed} ${removed} were deleted; choose Delete All again for the rest.`
        : writeErrorText(error, `${LOG_TEXT.deleteAllFailed}${navigator.onLine ? '' : NEEDS_CONNECTION}`),
      'dashboard',
    )
  }
  toast.dismiss(progress, 'dashboard')
}
