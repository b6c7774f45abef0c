import { useState, type ComponentType, type ReactNode } from 'react'
import { useAuth } from '#src/stores/auth.ts'

/** Toasts for a visitor: their code comes with the first of them. Whoever is signed in has the app's. */
export function useVisitorToasts(): { say: (kind: 'success' | 'error', text: string) => void; toasts: ReactNode } {
  const isVisitor = useAuth(({ status }) => status !== 'signedIn')
  const [Toasters, setToasters] = useState<ComponentType>()
  const say = (kind: 'success' | 'error', text: string) => {
    import('#src/ui/toast.tsx').then(
      (loaded) => {
        setToasters(() => loaded.Toasters)
        loaded.toast[kind](text)
      },
      // The form says it as well.
      () => {},
    )
  }
  return { say, toasts: isVisitor && Toasters && <Toasters /> }
}
