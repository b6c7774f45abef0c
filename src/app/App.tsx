import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { useAuth } from '#src/stores/auth.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Toasters } from '#src/ui/toast.tsx'
import { startReactions } from './reactions.ts'
import { AppRoutes } from './routes.tsx'

export function App() {
  const effects = usePreferences((state) => state.terminalEffectsEnabled)
  useEffect(() => {
    const stop = startReactions()
    void useAuth.getState().start()
    return stop
  }, [])
  return (
    <BrowserRouter>
      <AppRoutes />
      <Toasters />
      {effects && <div className="crt" aria-hidden="true" />}
    </BrowserRouter>
  )
}
