import { useNavigate } from 'react-router'
import { DRAFT_TEXT } from '#domain/texts/drafts.ts'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { useResumableDrafts } from './useResumableDrafts.ts'
import './DraftsBar.css'

/** Lists the drafts on this device, with buttons to continue or discard each draft. */
export function DraftsBar() {
  const navigate = useNavigate()
  const resumableDrafts = useResumableDrafts()
  if (resumableDrafts.length === 0) return null
  return (
    <section aria-label={DRAFT_TEXT.title} className="drafts-bar">
      {resumableDrafts.map((draft) => (
        <DraftNote
          key={draft.key}
          draft={draft}
          onContinue={() =>
            void navigate(draft.base === null ? '/logs/new' : `/logs/${draft.id}?edit=true`, {
              state: { draft: draft.key },
            })
          }
          onDiscard={() => discardDraft(draft)}
        />
      ))}
    </section>
  )
}
