import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { showComfort } from '#src/io/screen.ts'
import { CACHE_TO_CLEAR, readItem } from '#src/io/storage.ts'
import { useAuth } from '#src/stores/auth.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Boundary } from './Boundary.tsx'
import { AppRoutes } from './routes.tsx'

// Who is not signed in has the forms' own.
const Toasters = lazy(async () => ({ default: (await import('#src/ui/toast.tsx')).Toasters }))

/** Everything there is, within a router. */
export function App() {
  const { terminalEffectsEnabled: effects, reducedMotion, largerText, follow } = usePreferences()
  const status = useAuth((state) => state.status)
  // After the first paint: the session's code is not needed to show a form.
  useEffect(() => void useAuth.getState().start(), [])
  useEffect(() => {
    if (status === 'signedIn') void import('./reactions.ts').then(({ startReactions }) => startReactions())
    // Somebody signed out while another tab held the cache open: it is cleared now.
    if (status === 'signedOut' && readItem(CACHE_TO_CLEAR) !== null)
      void import('#src/io/firebase/logs.ts').then(({ logsIo }) => logsIo.finishForgetting())
  }, [status])
  useEffect(() => void document.documentElement.toggleAttribute('data-effects', effects), [effects])
  useLayoutEffect(() => showComfort(largerText, reducedMotion), [largerText, reducedMotion])
  useEffect(follow, [follow])
  return (
    <>
      <Boundary>
        <AppRoutes />
      </Boundary>
      <Suspense>{status === 'signedIn' && <Toasters />}</Suspense>
      {effects && <div className="crt" aria-hidden="true" />}
    </>
  )
}
