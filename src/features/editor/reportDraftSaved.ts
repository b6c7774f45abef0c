import type { Draft } from '#domain/entry/draft.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { EDITOR_MESSAGE } from '#domain/texts/editor.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import type { UserSession } from '#src/stores/session.ts'
import { actionToast } from '#src/ui/actionToast.tsx'
import { toast, type Toaster } from '#src/ui/toast.tsx'
import { discardDraft } from './discardDraft.ts'

/** Each draft has one message, so that a press on Discard never restores or removes an older text. */
const messageId = (draftKey: string): string => `draft-${draftKey}`

/**
 * Shows a message that a text is saved as a draft, or a warning if the draft could not be stored on the device.
 * @param draft the draft, if the message offers to discard it
 */
export function reportDraftSaved(session: UserSession, text: string, toaster: Toaster, draft?: Draft): void {
  const drafts = useDrafts.of(session)
  drafts.getState().flush()
  if (drafts.getState().storageFailed) return void toast.hint(EDITOR_MESSAGE.draftNotSaved, toaster)
  if (!draft) return void toast.hint(text, toaster)
  const discard = () => {
    const stored = drafts.getState().drafts.get(draft.key)
    if (stored && stored.state !== 'sent') discardDraft(session, stored)
  }
  actionToast(text, COMMON_TEXT.discard, discard, { toaster, kind: 'hint', id: messageId(draft.key) })
}

/** Removes the message about a draft, because an editor has opened the draft. */
export function dismissDraftSaved(draftKey: string): void {
  for (const toaster of ['app', 'dashboard'] as const) toast.dismiss(messageId(draftKey), toaster)
}
