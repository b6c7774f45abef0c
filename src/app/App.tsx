import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { applyTextSizeAndMotion } from '#src/io/screen.ts'
import { nextTask } from '#src/boot/idle.ts'
import { useAuth } from '#src/stores/auth.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { SessionContext, type UserSession } from '#src/stores/session.ts'
import { useCurrentSession } from './currentSession.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'

async function loadReactions(session: UserSession): Promise<void> {
  const { startReactions } = await import('./reactions.ts')
  await nextTask()
  if (!session.signal.aborted) startReactions(session)
}

// `screens` is a constant element. Otherwise a state change of `App` would make React hydrate a prerendered screen
// synchronously.
const screens = (
  <ErrorBoundary>
    <AppRoutes />
  </ErrorBoundary>
)

/** Renders the whole app. Must be rendered inside a router. */
export function App() {
  // Each preference is read with its own selector. During hydration, the selectors return the defaults, because the
  // prerendered page shows the defaults.
  const effects = usePreferences((chosen) => chosen.terminalEffectsEnabled)
  const reducedMotion = usePreferences((chosen) => chosen.reducedMotion)
  const largerText = usePreferences((chosen) => chosen.largerText)
  const watchOtherTabs = usePreferences((chosen) => chosen.watchOtherTabs)
  const status = useAuth((state) => state.status)
  const session = useCurrentSession((state) => state.session)
  // The toasts load without a `Suspense` boundary: after such a boundary has shown its fallback, React delays all other
  // boundaries by 300 ms.
  const [Toasters, setToasters] = useState<ComponentType>()
  // The session starts in an effect, after the first paint, because the login form does not need the session's code.
  useEffect(() => void useAuth.getState().start(), [])
  useEffect(() => {
    if (session.uid !== null) void loadReactions(session)
  }, [session])
  useEffect(() => {
    // The forms for visitors load their own toasts (`useVisitorToasts`).
    if (status === 'signedIn') void import('#src/ui/toast.tsx').then((toast) => setToasters(() => toast.Toasters))
  }, [status])
  useEffect(() => void document.documentElement.toggleAttribute('data-effects', effects), [effects])
  useLayoutEffect(() => applyTextSizeAndMotion(largerText, reducedMotion), [largerText, reducedMotion])
  useEffect(watchOtherTabs, [watchOtherTabs])
  return (
    <>
      <SessionContext value={session}>{screens}</SessionContext>
      {status === 'signedIn' && Toasters && <Toasters />}
      {effects && <div className="crt" aria-hidden="true" />}
    </>
  )
}
