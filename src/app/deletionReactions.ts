import { LOG_TEXT } from '#domain/texts/specification.ts'
import { DELETION_TEXT } from '#domain/texts/deletion.ts'
import { useJournal, type JournalState } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { subscribe } from './subscribe.ts'

const isDeletingAll = ({ queue }: JournalState): boolean => queue.some(({ operation }) => operation.kind === 'clear')

/** Shows how far a deletion of all entries is, until the session ends. It may have started before a restart. */
export function startDeletionReactions(session: UserSession): void {
  let progress: string | undefined
  /** How many entries earlier deletions have deleted. */
  let deletedEarlier = 0
  const endProgress = (): void => {
    if (progress !== undefined) toast.dismiss(progress, 'dashboard')
    progress = undefined
  }
  subscribe(session, useJournal.of(session), (journal, before) => {
    const { deletedCount, lastAnswered } = journal
    const isAnswered = lastAnswered !== before.lastAnswered && lastAnswered?.queued.operation.kind === 'clear'
    if (isAnswered && lastAnswered.outcome === 'saved') toast.success(LOG_TEXT.allDeleted, 'dashboard')
    if (!isDeletingAll(journal)) return endProgress()
    if (progress === undefined) deletedEarlier = before.deletedCount
    else if (deletedCount === before.deletedCount) return
    const deleted = deletedCount - deletedEarlier
    const text = deleted === 0 ? DELETION_TEXT.deleting : DELETION_TEXT.deletedSoFar(deleted)
    progress = toast.loading(text, 'dashboard', progress)
  })
  session.onEnd(endProgress)
}
