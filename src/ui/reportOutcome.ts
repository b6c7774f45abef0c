import { toast, type Toaster } from './toast.tsx'
import { undoToast } from './undoToast.tsx'

/** After this long without an answer from the server, a change counts as queued. */
const QUEUED_AFTER_MS = 600

type OutcomeMessages = {
  /** Said once the server has it. */
  readonly done: string
  /** Names what waits: `Log entry`. */
  readonly subject: string
  /** What to say of a refusal. */
  readonly failed: (error: unknown) => string
  readonly toaster?: Toaster
  /** Takes it back; offered beside `done` and while it is queued. */
  readonly onUndo?: () => void
}

/**
 * Says what becomes of a change: `done` when the server has it, or its refusal. Without an answer yet it says that the
 * change is queued, and what comes later takes that toast's place.
 * @param answer resolves with false where something else is said of it
 * @returns whether it is done or queued, as soon as that is known; false where it is neither
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
      console.warn(`${subject}: refused.`, error)
      // The user has taken it back: its refusal is no news.
      if (!undone) toast.error(failed(error), toaster, id)
      return false
    },
  )
  const timeout = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), QUEUED_AFTER_MS))
  const first = await Promise.race([reported, timeout])
  if (first !== 'late') return first
  showToast('hint', `${subject} queued until the server can be reached`)
  return true
}
