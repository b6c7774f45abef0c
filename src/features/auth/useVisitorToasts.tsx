import { useRef, useState, type ReactNode } from 'react'
import { useAuth } from '#src/stores/auth.ts'

type VisitorToasts = {
  readonly showToast: (kind: 'success' | 'error', text: string) => void
  /** Dismisses the last toast. */
  readonly dismissToast: () => void
  /** The message that was not shown because the toast code could not be loaded. */
  readonly unshownText: string | undefined
  readonly toasts: ReactNode
}

/** Shows toasts to visitors. The toast code is loaded with the first toast. Signed-in users get the app's toasters. */
export function useVisitorToasts(): VisitorToasts {
  const isVisitor = useAuth(({ status }) => status !== 'signedIn')
  const [loaded, setLoaded] = useState<typeof import('#src/ui/toast.tsx')>()
  const [unshownText, setUnshownText] = useState<string>()
  /** The id of the last toast. Until the toast code is loaded, the text of the toast. */
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
