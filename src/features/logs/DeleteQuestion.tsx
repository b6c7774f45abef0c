import { DELETION_TEXT } from '#domain/texts/deletion.ts'
import { CONFIRM_TEXT } from '#domain/texts/specification.ts'
import { useSession } from '#src/stores/userStore.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { deleteAll, deleteEntry, deletePermanently } from './actions.ts'

/**
 * The deletion to confirm. `all` is the first question before all entries are deleted, and `allFinally` is the second.
 * `one` moves an entry to the trash. `forGood` deletes an entry permanently.
 */
export type DeleteRequest =
  | { readonly kind: 'all' | 'allFinally' }
  | { readonly kind: 'one' | 'forGood'; readonly id: string }

/** Asks the user to confirm a deletion. The deletion of all entries must be confirmed twice. */
export function DeleteQuestion({
  question,
  ask,
}: {
  readonly question: DeleteRequest
  readonly ask: (question: DeleteRequest | undefined) => void
}) {
  const session = useSession()
  const cancel = () => ask(undefined)
  if (question.kind === 'one' || question.kind === 'forGood') {
    const remove = question.kind === 'one' ? deleteEntry : deletePermanently
    return (
      <ConfirmDialog
        title={question.kind === 'one' ? DELETION_TEXT.title : DELETION_TEXT.deleteForever}
        text={CONFIRM_TEXT.deleteFromList}
        action={question.kind === 'one' ? DELETION_TEXT.delete : DELETION_TEXT.deleteForever}
        onCancel={cancel}
        onConfirm={() => {
          cancel()
          remove(session, question.id)
        }}
      />
    )
  }
  const isFinal = question.kind === 'allFinally'
  return (
    <ConfirmDialog
      key={question.kind}
      title={DELETION_TEXT.allTitle}
      text={
        isFinal ? (
          CONFIRM_TEXT.deleteAllFinally
        ) : (
          <>
            <span>{CONFIRM_TEXT.deleteAll}</span> {DELETION_TEXT.trashIncluded}
          </>
        )
      }
      action={DELETION_TEXT.deleteAll}
      onCancel={cancel}
      onConfirm={() => {
        ask(isFinal ? undefined : { kind: 'allFinally' })
        if (isFinal) deleteAll(session)
      }}
    />
  )
}
