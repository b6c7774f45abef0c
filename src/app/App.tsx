import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { applyComfort } from '#src/io/screen.ts'
import { CACHE_TO_CLEAR, readItem } from '#src/io/storage.ts'
import { nextTask } from '#src/boot/idle.ts'
import { useAuth } from '#src/stores/auth.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { ErrorBoundary } from './Boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** From here on the stores act on one another, for whoever is signed in. */
async function loadReactions(): Promise<void> {
  const { startReactions } = await import('./reactions.ts')
  await nextTask()
  startReactions()
}

// The same for ever: nothing that changes around it makes React take over a screen of the build in one go.
const screens = (
  <ErrorBoundary>
    <AppRoutes />
  </ErrorBoundary>
)

/** Everything there is, within a router. */
export function App() {
  // One by one: none of them is another than in the page that is taken over, where nothing was chosen.
  const effects = usePreferences((chosen) => chosen.terminalEffectsEnabled)
  const reducedMotion = usePreferences((chosen) => chosen.reducedMotion)
  const largerText = usePreferences((chosen) => chosen.largerText)
  const follow = usePreferences((chosen) => chosen.followOtherTabs)
  const status = useAuth((state) => state.status)
  // Not within a `Suspense`: once one shows that it waits, React holds all others back for 300 ms, the dashboard's too.
  const [Toasters, setToasters] = useState<ComponentType>()
  // After the first paint: the session's code is not needed to show a form.
  useEffect(() => void useAuth.getState().start(), [])
  useEffect(() => {
    if (status === 'signedIn') {
      void loadReactions()
      // Who is not signed in has the forms' own.
      void import('#src/ui/toast.tsx').then((toast) => setToasters(() => toast.Toasters))
    }
    // Somebody signed out while another tab held the cache open: it is cleared now.
    if (status === 'signedOut' && readItem(CACHE_TO_CLEAR) !== null)
      void import('#src/io/firebase/logs.ts').then(({ logsIo }) => logsIo.finishClearingCache())
  }, [status])
  useEffect(() => void document.documentElement.toggleAttribute('data-effects', effects), [effects])
  useLayoutEffect(() => applyComfort(largerText, reducedMotion), [largerText, reducedMotion])
  useEffect(follow, [follow])
  return (
    <>
      {screens}
      {status === 'signedIn' && Toasters && <Toasters />}
      {effects && <div className="crt" aria-hidden="true" />}
    </>
  )
}
