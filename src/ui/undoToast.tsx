import { toast, type Toaster } from './toast.tsx'

/** Long enough to see a mistake and press the key. */
const UNDO_MS = 10_000

/** Says what was done, and takes it back on a press of Undo. */
export function undoToast(text: string, onUndo: () => void, toaster: Toaster = 'dashboard'): void {
  const id = toast.success(
    <span className="flex items-center gap-4">
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
  )
}
