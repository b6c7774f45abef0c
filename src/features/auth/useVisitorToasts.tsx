import { useRef, useState, type ReactNode } from 'react'
import { useAuth } from '#src/stores/auth.ts'

type VisitorToasts = {
  readonly say: (kind: 'success' | 'error', text: string) => void
  /** Takes away what was said last. */
  readonly unsay: () => void
  /** What could not be said, because the code of the toasts cannot be loaded. */
  readonly unsaid: string | undefined
  readonly toasts: ReactNode
}

/** Toasts for a visitor: their code comes with the first of them. Whoever is signed in has the app's. */
export function useVisitorToasts(): VisitorToasts {
  const isVisitor = useAuth(({ status }) => status !== 'signedIn')
  const [loaded, setLoaded] = useState<typeof import('#src/ui/toast.tsx')>()
  const [unsaid, setUnsaid] = useState<string>()
  /** The toast of what was said last; until its code has come, the text. */
  const last = useRef('')
  const say = (kind: 'success' | 'error', text: string) => {
    last.current = text
    import('#src/ui/toast.tsx').then(
      (module) => {
        setLoaded(module)
        if (last.current === text) last.current = module.toast[kind](text)
      },
      () => setUnsaid(text),
    )
  }
  const unsay = () => {
    setUnsaid(undefined)
    loaded?.toast.dismiss(last.current)
    last.current = ''
  }
  return { say, unsay, unsaid, toasts: isVisitor && loaded && <loaded.Toasters /> }
}
