import { lazy, Suspense, useEffect, useState } from 'react'
import { deskKey } from '#domain/shortcuts.ts'
import { useLetterKeys } from '#src/ui/useLetterKeys.ts'
import { isMac } from '#src/ui/keyboard.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const KeySheet = lazy(async () => ({ default: (await import('#src/ui/KeySheet.tsx')).KeySheet }))

/** The keys that work on every screen behind the login: the command line and the sheet of all keys. */
export function CommandLine({ onExport }: { readonly onExport: () => void }) {
  const [shown, setShown] = useState<'command' | 'anything' | 'keys'>()
  useLetterKeys({
    [deskKey('palette')]: () => setShown('command'),
    [deskKey('keys')]: () => setShown('keys'),
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.key.toLowerCase() === 'k' && (isMac() ? event.metaKey : event.ctrlKey)
      // In the editor this key is code, and a dialog is answered first.
      if (!wanted || event.shiftKey || event.altKey || event.defaultPrevented || inEditor(event)) return
      event.preventDefault()
      setShown('anything')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const close = () => setShown(undefined)
  return (
    <Suspense>
      {(shown === 'command' || shown === 'anything') && (
        <Palette
          begun={shown === 'command' ? ':' : ''}
          onClose={close}
          onKeys={() => setShown('keys')}
          onExport={onExport}
        />
      )}
      {shown === 'keys' && <KeySheet onClose={close} />}
    </Suspense>
  )
}

const inEditor = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest('.editor') !== null)
