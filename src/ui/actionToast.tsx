import { toast, type Toaster } from './toast.tsx'

/** How long the toast is shown: long enough to notice a mistake and press the button. */
const ACTION_MS = 10_000

export type ActionToastOptions = {
  readonly toaster?: Toaster
  readonly kind?: 'success' | 'hint'
  /** The id of the toast to replace. */
  readonly id?: string | undefined
}

/** Shows a message with a button. Returns the toast's id. */
export function actionToast(
  text: string,
  action: string,
  onAction: () => void,
  { toaster = 'dashboard', kind = 'success', id: replacedId }: ActionToastOptions = {},
): string {
  const id = toast[kind](
    <span className="toast-undo">
      {text}
      <button
        type="button"
        className="text-key"
        onClick={() => {
          toast.dismiss(id, toaster)
          onAction()
        }}
      >
        {action}
      </button>
    </span>,
    toaster,
    ACTION_MS,
    replacedId,
  )
  return id
}
