import { useDrafts } from '#src/stores/drafts.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

const NOT_STORED_TEXT = 'Your text is lost when this page is closed: this device’s storage is full or blocked.'

/** Shows that a text is kept as a draft, or warns if it could not be stored on the device. */
export function reportDraftSaved(text: string, toaster: Toaster): void {
  useDrafts.getState().flush()
  toast.hint(useDrafts.getState().storageFailed ? NOT_STORED_TEXT : text, toaster)
}
