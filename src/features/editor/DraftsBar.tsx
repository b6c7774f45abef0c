import { useNavigate } from 'react-router'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { useOffered } from './useOffered.ts'

/** What was written on this device and is no entry yet, offered back. */
export function DraftsBar() {
  const navigate = useNavigate()
  const offered = useOffered()
  if (offered.length === 0) return null
  return (
    <section aria-label="Drafts" className="drafts-bar">
      {offered.map((draft) => (
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
