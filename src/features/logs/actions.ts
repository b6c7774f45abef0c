import { draftOf } from '#domain/entry/draft.ts'
import { CHANGED_ELSEWHERE } from '#domain/entry/merge.ts'
import { type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { writeErrorText } from '#domain/errors.ts'
import { DELETION_TEXT } from '#domain/texts/deletion.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { exactCount, useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

/** A sync that makes no progress for this long is abandoned. */
const SYNC_TIMEOUT_MS = 5000

/** Moves an entry to the trash, immediately on this device, and offers to undo the deletion. */
export function deleteEntry(id: string, toaster: Toaster = 'dashboard'): void {
  void reportOutcome(useJournal.getState().softDelete(id), {
    done: LOG_TEXT.deleted,
    subject: DELETION_TEXT.deletionSubject,
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
    toaster,
    onUndo: () => restoreEntry(id, toaster),
  })
}

/** Restores an entry from the trash. */
export function restoreEntry(id: string, toaster: Toaster = 'dashboard'): void {
  const restoring = useJournal.getState().restore(id)
  void reportOutcome(restoring, {
    done: DELETION_TEXT.restored,
    subject: DELETION_TEXT.restoreSubject,
    failed: (error) => writeErrorText(error, DELETION_TEXT.restoreFailed),
    toaster,
  })
  restoring.then(
    () => useSearch.getState().sync(),
    () => {},
  )
}

/** Deletes an entry from the trash permanently. */
export function deletePermanently(id: string): void {
  void reportOutcome(useJournal.getState().deletePermanently(id), {
    done: DELETION_TEXT.deletedForever,
    subject: DELETION_TEXT.foreverSubject,
    failed: (error) => writeErrorText(error, LOG_TEXT.deleteFailed),
  })
}

/** Saves a change made outside the editor, such as a completed goal. */
export function saveContent(entry: LogEntry, content: EntryContent): void {
  const { submit } = useDrafts.getState()
  submit({ ...draftOf(entry.id, crypto.randomUUID(), entry), ...content, savedAt: Date.now() }).then(
    (outcome) => {
      if (outcome === 'conflict') toast.error(CHANGED_ELSEWHERE)
    },
    (error: unknown) => toast.error(writeErrorText(error, LOG_TEXT.updateFailed)),
  )
}

/** Exports all entries outside the trash as one file. */
export async function exportAll(): Promise<void> {
  const progress = toast.loading(DELETION_TEXT.loading, 'dashboard')
  const onProgress = (read: number) => void toast.loading(DELETION_TEXT.loaded(read), 'dashboard', progress)
  try {
    const isSynced = await syncUnlessSilent(onProgress)
    const { complete, findAll } = useSearch.getState()
    const { exportAll: exportEntries } = useJournal.getState()
    const exportMirror = async () => exportEntries(onProgress, await findAll(''))
    const count = await (complete && isSynced
      ? exportMirror()
      : exportEntries(onProgress).catch((error: unknown) => {
          // An incomplete mirror must not be exported as the whole journal.
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
 * Syncs the local mirror. Resolves with false if the sync makes no progress. If the mirror is complete, the journal
 * does not have to be read from the server again. While the device is offline, the mirror offers more entries than the
 * cache of the database.
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

/** Deletes all entries permanently, including the trash. After an interruption, shows how many were deleted. */
export async function deleteAll(): Promise<void> {
  let removed = 0
  const progress = toast.loading(DELETION_TEXT.deleting, 'dashboard')
  try {
    await useJournal.getState().removeAll((count) => {
      removed = count
      toast.loading(DELETION_TEXT.deletedSoFar(count), 'dashboard', progress)
    })
    toast.success(LOG_TEXT.allDeleted, 'dashboard')
  } catch (error) {
    toast.error(
      removed > 0
        ? DELETION_TEXT.interrupted(LOG_TEXT.deleteAllFailed, removed)
        : writeErrorText(
            error,
            navigator.onLine ? LOG_TEXT.deleteAllFailed : DELETION_TEXT.offline(LOG_TEXT.deleteAllFailed),
          ),
      'dashboard',
    )
  }
  toast.dismiss(progress, 'dashboard')
  if (removed === 0) return
  // The live queries report the deletion of the newest entries only. The sync removes the other deleted entries from the
  // local mirror, also after an interruption.
  await useJournal.getState().recount()
  await useSearch.getState().sync(exactCount)
}
