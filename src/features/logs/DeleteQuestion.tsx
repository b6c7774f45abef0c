import { CONFIRM_TEXT } from '#domain/messages.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { deleteAll, deleteOne } from './actions.ts'

/** What is asked: a first or second yes to delete everything, or a yes to delete one entry. */
export type Question = { readonly kind: 'all' | 'allFinally' } | { readonly kind: 'one'; readonly id: string }

/** Asks before anything is deleted; everything is asked for twice. */
export function DeleteQuestion({
  question,
  ask,
}: {
  readonly question: Question
  readonly ask: (question: Question | undefined) => void
}) {
  const cancel = () => ask(undefined)
  if (question.kind === 'one')
    return (
      <ConfirmDialog
        title="Delete log"
        text={CONFIRM_TEXT.deleteFromList}
        action="Delete"
        onCancel={cancel}
        onConfirm={() => {
          cancel()
          deleteOne(question.id)
        }}
      />
    )
  const final = question.kind === 'allFinally'
  return (
    <ConfirmDialog
      key={question.kind}
      title="Delete all logs"
      text={final ? CONFIRM_TEXT.deleteAllFinally : CONFIRM_TEXT.deleteAll}
      action="Delete All"
      onCancel={cancel}
      onConfirm={() => {
        ask(final ? undefined : { kind: 'allFinally' })
        if (final) void deleteAll()
      }}
    />
  )
}
