import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { useAuth } from '#src/stores/auth.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Toasters } from '#src/ui/toast.tsx'
import { Boundary } from './Boundary.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  const effects = usePreferences((state) => state.terminalEffectsEnabled)
  const signedIn = useAuth((state) => state.status === 'signedIn')
  // After the first paint: the session's code is not needed to show a form.
  useEffect(() => void useAuth.getState().start(), [])
  useEffect(() => {
    if (!signedIn) return
    void import('./reactions.ts').then(({ startReactions }) => startReactions())
  }, [signedIn])
  useEffect(() => void document.documentElement.toggleAttribute('data-effects', effects), [effects])
  return (
    <BrowserRouter>
      <Boundary>
        <AppRoutes />
      </Boundary>
      <Toasters />
      {effects && <div className="crt" aria-hidden="true" />}
    </BrowserRouter>
  )
}
