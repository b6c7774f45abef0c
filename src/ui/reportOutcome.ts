import { TOAST_TEXT } from '#domain/texts/toasts.ts'
import { toast, type Toaster } from './toast.tsx'
import { undoToast } from './undoToast.tsx'

/** If the server has not answered a change after this time, the change counts as queued. */
const QUEUED_AFTER_MS = 600

type OutcomeMessages = {
  /** Shown when the server has confirmed the change. */
  readonly done: string
  /** The name of the queued object in messages, for example `Log entry`. */
  readonly subject: string
  /** Returns the message for a rejected change. */
  readonly failed: (error: unknown) => string
  readonly toaster?: Toaster
  /** Undoes the change. Offered with `done` and while the change is queued. */
  readonly onUndo?: () => void
}

/**
 * Shows the result of a change as a toast: `done` or `failed`. If the server does not answer in time, first shows that
 * the change is queued. The result later replaces that toast.
 * @param answer resolves with false if the caller shows the result itself
 * @returns true as soon as the change is confirmed or queued; false if it is rejected or the caller shows the result
 */
export async function reportOutcome(
  answer: Promise<unknown>,
  { done, subject, failed, toaster = 'dashboard', onUndo }: OutcomeMessages,
): Promise<boolean> {
  let id: string | undefined
  let undone = false
  const showToast = (kind: 'success' | 'hint', text: string): void => {
    if (undone) return
    const undo = () => {
      undone = true
      onUndo?.()
    }
    id = onUndo ? undoToast(text, undo, { toaster, kind, id }) : toast[kind](text, toaster, 0, id)
  }
  const reported = answer.then(
    (outcome) => {
      if (outcome !== false) showToast('success', done)
      else if (id !== undefined) toast.dismiss(id, toaster)
      return outcome !== false
    },
    (error: unknown) => {
      console.warn(`${subject}: rejected.`, error)
      // If the user has undone the change, no error message is needed.
      if (!undone) toast.error(failed(error), toaster, id)
      return false
    },
  )
  const timeout = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), QUEUED_AFTER_MS))
  const first = await Promise.race([reported, timeout])
  if (first !== 'late') return first
  showToast('hint', TOAST_TEXT.queued(subject))
  return true
}
