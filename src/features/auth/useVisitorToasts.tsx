import { useRef, useState, type ReactNode } from 'react'
import { useAuth } from '#src/stores/auth.ts'

type VisitorToasts = {
  readonly showToast: (kind: 'success' | 'error', text: string) => void
  /** Takes away what was said last. */
  readonly dismissToast: () => void
  /** What could not be said, because the code of the toasts cannot be loaded. */
  readonly unshownText: string | undefined
  readonly toasts: ReactNode
}

/** Toasts for a visitor: their code comes with the first of them. Whoever is signed in has the app's. */
export function useVisitorToasts(): VisitorToasts {
  const isVisitor = useAuth(({ status }) => status !== 'signedIn')
  const [loaded, setLoaded] = useState<typeof import('#src/ui/toast.tsx')>()
  const [unshownText, setUnshownText] = useState<string>()
  /** The toast of what was said last; until its code has come, the text. */
  const lastToast = useRef('')
  const showToast = (kind: 'success' | 'error', text: string) => {
    lastToast.current = text
    import('#src/ui/toast.tsx').then(
      (module) => {
        setLoaded(module)
        if (lastToast.current === text) lastToast.current = module.toast[kind](text)
      },
      () => setUnshownText(text),
    )
  }
  const dismissToast = () => {
    setUnshownText(undefined)
    loaded?.toast.dismiss(lastToast.current)
    lastToast.current = ''
  }
  return { showToast, dismissToast, unshownText, toasts: isVisitor && loaded && <loaded.Toasters /> }
}
