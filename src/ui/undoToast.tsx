import { TOAST_TEXT } from '#domain/texts/toasts.ts'
import { toast, type Toaster } from './toast.tsx'

/** How long the toast is shown: long enough to notice a mistake and press Undo. */
const UNDO_MS = 10_000

type Options = {
  readonly toaster?: Toaster
  readonly kind?: 'success' | 'hint'
  /** The id of the toast to replace. */
  readonly id?: string | undefined
}

/** Shows a message with an Undo button. Returns the toast's id. */
export function undoToast(
  text: string,
  onUndo: () => void,
  { toaster = 'dashboard', kind = 'success', id: replacedId }: Options = {},
): string {
  const id = toast[kind](
    <span className="toast-undo">
      {text}
      <button
        type="button"
        className="text-key"
        onClick={() => {
          toast.dismiss(id, toaster)
          onUndo()
        }}
      >
        {TOAST_TEXT.undo}
      </button>
    </span>,
    toaster,
    UNDO_MS,
    replacedId,
  )
  return id
}
