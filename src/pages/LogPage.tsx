import { useEffect, useLayoutEffect, useRef } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { rejectedDraftOf, unsentDraftsOf } from '#domain/entry/draft.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { PAGE_TEXT } from '#domain/texts/pages.ts'
import { PageAnalysisButtons, PageSuggestions } from '#src/features/analysis/PageAnalysis.tsx'
import { EditEntry } from '#src/features/editor/EditEntry.tsx'
import { LogDetail } from '#src/features/logs/LogDetail.tsx'
import { useLog } from '#src/features/logs/useLog.ts'
import { VoiceStrip } from '#src/features/voice/VoiceStrip.tsx'
import { useDrafts } from '#src/stores/drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useTitle } from '#src/ui/useTitle.ts'
import './LogPage.css'

/** The delay of the redirect to the dashboard. It equals the duration of the toast with the message. */
const REDIRECT_WHEN_MISSING_MS = 3000

/** Shows one entry or, with `edit=true` in the URL, its editor. */
export function LogPage() {
  const { logId = '' } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const isEditing = parameters.get('edit') === 'true'
  useTitle(isEditing ? PAGE_TEXT.editEntry : PAGE_TEXT.logEntry)
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const watched = useLog(logId)
  const drafts = useDrafts((state) => state.drafts)
  const navigate = useNavigate()
  // True after the user has deleted the entry on this page. The page then does not report that the entry is missing.
  const isLeaving = useRef(false)
  // True if the entry was deleted while the user edited it. Only the editor still shows the user's text.
  const isOrphaned = watched.status === 'missing' && isEditing && unsentDraftsOf(drafts, logId).length > 0
  // The server has rejected the entry while its page was open. Its text continues in the editor of new entries.
  const rejected = watched.status === 'missing' && !isOrphaned ? rejectedDraftOf(drafts, logId) : undefined
  const isMissing = watched.status === 'missing' && !isOrphaned && !rejected
  useEffect(() => {
    if (watched.status === 'failed') toast.error(LOG_TEXT.loadFailed)
    if (!isMissing || isLeaving.current) return
    toast.error(LOG_TEXT.notFound)
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_WHEN_MISSING_MS)
    return () => clearTimeout(timer)
  }, [watched.status, isMissing, navigate])

  const edit = (on: boolean) => setParameters(on ? { edit: 'true' } : {}, { replace: true })
  const entry = watched.status === 'found' ? watched.entry : undefined
  if (isOrphaned || (entry && isEditing))
    return (
      <EditEntry
        key={logId}
        id={logId}
        entry={entry}
        onDone={() => edit(false)}
        SidePanel={PageSuggestions}
        Voice={VoiceStrip}
      />
    )
  if (rejected) return <Navigate replace to="/logs/new" state={{ draft: rejected.key }} />
  if (entry)
    return (
      <LogDetail
        entry={entry}
        onEdit={() => edit(true)}
        onLeaving={() => (isLeaving.current = true)}
        buttons={<PageAnalysisButtons entry={entry} />}
        SidePanel={PageSuggestions}
      />
    )
  if (watched.status === 'loading')
    return (
      <main id="main" role="status" className="entry-notice muted">
        {LOG_TEXT.loadingOne}
      </main>
    )
  return (
    <main id="main" className="entry-notice">
      <h1 className="page-title">{isMissing ? LOG_TEXT.notFound : LOG_TEXT.loadFailed}</h1>
      <Button look="primary" large autoFocus onClick={() => void navigate('/', { replace: true })}>
        {PAGE_TEXT.backToDashboard}
      </Button>
    </main>
  )
}
