import { EDITOR_MESSAGE } from '#domain/texts/editor.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { toast, type Toaster } from '#src/ui/toast.tsx'

/** Shows a message that a text is saved as a draft, or a warning if the draft could not be stored on the device. */
export function reportDraftSaved(text: string, toaster: Toaster): void {
  useDrafts.getState().flush()
  toast.hint(useDrafts.getState().storageFailed ? EDITOR_MESSAGE.draftNotSaved : text, toaster)
}
