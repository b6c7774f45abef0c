import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { LOG_TEXT } from '#domain/messages.ts'
import { LogDetail } from '#src/features/logs/LogDetail.tsx'
import { useLog } from '#src/features/logs/useLog.ts'
import { Key } from '#src/ui/Key.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useTitle } from '#src/ui/useTitle.ts'

/** Long enough to read the message, which is as long as its toast. */
const REDIRECT_WHEN_MISSING_MS = 3000

export function LogPage() {
  useTitle('Log entry')
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const { logId = '' } = useParams()
  const watched = useLog(logId)
  const navigate = useNavigate()
  // Set by the page's own Delete: that the entry then goes is no news.
  const leaving = useRef(false)
  useEffect(() => {
    if (watched.status === 'failed') toast.error(LOG_TEXT.loadFailed)
    if (watched.status !== 'missing' || leaving.current) return
    toast.error(LOG_TEXT.notFound)
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_WHEN_MISSING_MS)
    return () => clearTimeout(timer)
  }, [watched.status, navigate])

  if (watched.status === 'found')
    return <LogDetail key={logId} entry={watched.entry} onLeaving={() => (leaving.current = true)} />
  if (watched.status === 'missing' || watched.status === 'failed')
    return (
      <main id="main" className="grid flex-1 place-content-center justify-items-center gap-6 p-6">
        <h1 className="page-title">{watched.status === 'missing' ? LOG_TEXT.notFound : LOG_TEXT.loadFailed}</h1>
        <Key look="primary" large onClick={() => void navigate('/')}>
          Back to Dashboard
        </Key>
      </main>
    )
  return (
    <main id="main" role="status" className="grid flex-1 place-content-center p-6 text-muted">
      {LOG_TEXT.loadingOne}
    </main>
  )
}
