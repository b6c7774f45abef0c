import { useNavigate } from 'react-router'
import { useSession } from '#src/stores/userStore.ts'
import { discardDraft } from './discardDraft.ts'
import { DraftsButton } from './DraftsButton.tsx'
import { useResumableDrafts } from './useResumableDrafts.ts'

/** Offers the drafts on this device for editing. */
export function DraftsBar() {
  const session = useSession()
  const navigate = useNavigate()
  return (
    <DraftsButton
      drafts={useResumableDrafts()}
      onContinue={({ key, base, id }) =>
        void navigate(base === null ? '/logs/new' : `/logs/${id}?edit=true`, { state: { draft: key } })
      }
      onDiscard={(draft) => discardDraft(session, draft)}
    />
  )
}
