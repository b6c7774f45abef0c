import type { Draft } from '#domain/entry/draft.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { undoToast } from '#src/ui/undoToast.tsx'

/** Throws a draft away, and takes that back on a press of Undo. */
export function discardDraft(draft: Draft): void {
  const { discard, write, flush } = useDrafts.getState()
  discard(draft.key)
  undoToast('Draft discarded', () => {
    write(draft)
    flush()
  })
}
