import { useDrafts } from '#src/stores/drafts.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

const UNKEPT = 'Your text is lost when this page is closed: this device’s storage is full or blocked.'

/** Says that a text is kept as a draft, unless this page alone has it. */
export function sayKept(text: string, toaster: Toaster): void {
  useDrafts.getState().flush()
  toast.hint(useDrafts.getState().storageFailed ? UNKEPT : text, toaster)
}
