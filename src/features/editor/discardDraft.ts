import type { Draft } from '#domain/entry/draft.ts'
import { DRAFT_TEXT } from '#domain/texts/drafts.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import type { UserSession } from '#src/stores/session.ts'
import { undoToast } from '#src/ui/undoToast.tsx'

/** Discards a draft and offers to restore it. */
export function discardDraft(session: UserSession, draft: Draft): void {
  const { discard, write, flush } = useDrafts.of(session).getState()
  discard(draft.key)
  undoToast(DRAFT_TEXT.discarded, () => {
    write(draft)
    flush()
  })
}
