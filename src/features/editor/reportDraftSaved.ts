import type { Draft } from '#domain/entry/draft.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { EDITOR_MESSAGE } from '#domain/texts/editor.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { actionToast } from '#src/ui/actionToast.tsx'
import { toast, type Toaster } from '#src/ui/toast.tsx'
import { discardDraft } from './discardDraft.ts'

/**
 * Shows a message that a text is saved as a draft, or a warning if the draft could not be stored on the device.
 * @param draft the draft, if the message offers to discard it
 */
export function reportDraftSaved(text: string, toaster: Toaster, draft?: Draft): void {
  useDrafts.getState().flush()
  if (useDrafts.getState().storageFailed) toast.hint(EDITOR_MESSAGE.draftNotSaved, toaster)
  else if (draft) actionToast(text, COMMON_TEXT.discard, () => discardDraft(draft), { toaster, kind: 'hint' })
  else toast.hint(text, toaster)
}
