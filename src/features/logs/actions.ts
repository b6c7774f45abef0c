import { draftOf } from '#domain/entry/draft.ts'
import { CHANGED_MEANWHILE } from '#domain/entry/merge.ts'
import { type Edit } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/errors.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { exactCount, useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { sayOutcome } from '#src/ui/reportOutcome.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

/** A network that brings nothing for so long is none. */
const SILENT_MS = 5000

/** Deletes at once on this device, and can be taken back. */
export function deleteOne(id: string, toaster: Toaster = 'dashboard'): void {
  void sayOutcome(useJournal.getState().softDelete(id), {
    done: LOG_TEXT.deleted,
    what: 'Deletion',
    failed: (error) => writeFailure(error, LOG_TEXT.deleteFailed),
    toaster,
    onUndo: () => restoreOne(id, toaster),
  })
}

/** Puts a deleted entry back where it was. */
export function restoreOne(id: string, toaster: Toaster = 'dashboard'): void {
  const answer = useJournal.getState().restore(id)
  void sayOutcome(answer, {
    done: 'Log restored',
    what: 'Restore',
    failed: (error) => writeFailure(error, 'Failed to restore log'),
    toaster,
  })
  answer.then(
    () => useSearch.getState().sync(),
    () => {},
  )
}

/** Removes a deleted entry for good. */
export function removeForGood(id: string): void {
  void sayOutcome(useJournal.getState().deletePermanently(id), {
    done: 'Log deleted permanently',
    what: 'Permanent deletion',
    failed: (error) => writeFailure(error, LOG_TEXT.deleteFailed),
  })
}

/** Saves a change of an entry that is made without its editor, as a ticked goal. */
export function saveParts(entry: LogEntry, changed: Edit): void {
  const { submit } = useDrafts.getState()
  submit({ ...draftOf(entry.id, crypto.randomUUID(), entry), ...changed, savedAt: Date.now() }).then(
    (outcome) => {
      if (outcome === 'conflict') toast.error(CHANGED_MEANWHILE)
    },
    (error: unknown) => toast.error(writeFailure(error, LOG_TEXT.updateFailed)),
  )
}

/** Saves everything that is not deleted as one file. */
export async function exportAll(): Promise<void> {
  const progress = toast.loading('Reading logs…', 'dashboard')
  const onProgress = (read: number) => void toast.loading(`Reading logs… ${read}`, 'dashboard', progress)
  try {
    const isHeard = await hearNews(onProgress)
    const { complete, findAll } = useSearch.getState()
    const { exportAll: save } = useJournal.getState()
    const saveCopy = async () => save(onProgress, await findAll(''))
    const count = await (complete && isHeard
      ? saveCopy()
      : save(onProgress).catch((error: unknown) => {
          // A part of the journal is no export of it.
          if (!complete) throw error
          return saveCopy()
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
async function hearNews(onProgress: (read: number) => void): Promise<boolean> {
  let heardAt = Date.now()
  const unfollow = useSearch.subscribe(({ size, revision }, before) => {
    if (revision === before.revision) return
    heardAt = Date.now()
    onProgress(size)
  })
  let watch: ReturnType<typeof setInterval> | undefined
  const silence = new Promise<boolean>((resolve) => {
    watch = setInterval(() => Date.now() - heardAt >= SILENT_MS && resolve(false), SILENT_MS)
  })
  const hearing = useSearch
    .getState()
    .sync(exactCount)
    .then(() => true)
  const isHeard = await Promise.race([silence, hearing])
  clearInterval(watch)
  unfollow()
  return isHeard
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
        : writeFailure(error, `${LOG_TEXT.deleteAllFailed}${navigator.onLine ? '' : NEEDS_CONNECTION}`),
      'dashboard',
    )
  }
  toast.dismiss(progress, 'dashboard')
}
