import { toast, type Toaster } from './toast.tsx'

/** Long enough to see a mistake and press the key. */
const UNDO_MS = 10_000

type Options = {
  readonly toaster?: Toaster
  readonly kind?: 'success' | 'hint'
  /** Of a toast whose place it takes. */
  readonly id?: string | undefined
}

/** Says what was done, and takes it back on a press of Undo. Returns the toast's id. */
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
        Undo
      </button>
    </span>,
    toaster,
    UNDO_MS,
    replacedId,
  )
  return id
}
