import { useLayoutEffect, useState, type ComponentProps } from 'react'
import { isPartOfComposition, isCombinationPressed } from '#domain/keyboard/keys.ts'
import { appShortcutKey, APP_SHORTCUTS } from '#domain/keyboard/shortcuts.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSingleKeyShortcuts } from '#src/ui/useSingleKeyShortcuts.ts'
import { isMac } from '#src/ui/platform.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

type PaletteProps = ComponentProps<typeof import('./Palette.tsx').Palette>

const Palette = lazyWithPreload<PaletteProps & TypingBufferProps>(async () => (await import('./Palette.tsx')).Palette, {
  fallback: TypingBuffer,
})
const ShortcutSheet = lazyWithPreload(async () => (await import('#src/ui/ShortcutSheet.tsx')).ShortcutSheet)

const [, PALETTE_KEYS] = APP_SHORTCUTS.palette.keys

/**
 * Renders the command palette and the list of shortcuts while they are open. The shortcuts that open them work on every
 * signed-in screen.
 */
export function CommandLine({ onExport }: { readonly onExport: () => void }) {
  const [shown, setShown] = useState<'palette' | 'keys'>()
  /** The initial text, which includes characters typed before the palette's code is loaded. */
  const [typedText, setTypedText] = useState('')
  const open = (text: string) => {
    setTypedText(text)
    setShown('palette')
  }
  const singleKeys = usePreferences((state) => state.singleKeys)
  useSingleKeyShortcuts(singleKeys, {
    [appShortcutKey('palette')]: () => open(':'),
    [appShortcutKey('keys')]: () => setShown('keys'),
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // In the editor, this shortcut formats the text as code. While a dialog is open, the dialog handles all keys.
      if (!isCombinationPressed(PALETTE_KEYS, event, isMac()) || event.defaultPrevented || isInEditorOrDialog(event))
        return
      event.preventDefault()
      open('')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const close = () => setShown(undefined)
  return (
    <>
      {shown === 'palette' && (
        <Palette
          initialText={typedText}
          onTyped={setTypedText}
          onClose={close}
          onShowShortcuts={() => setShown('keys')}
          onExport={onExport}
        />
      )}
      {shown === 'keys' && <ShortcutSheet singleKeys={singleKeys} onClose={close} />}
    </>
  )
}

type TypingBufferProps = {
  readonly onTyped: (change: (text: string) => string) => void
  readonly onClose: () => void
}

/**
 * Collects the characters that the user types while the palette's code loads. These characters trigger no shortcuts.
 */
function TypingBuffer({ onTyped, onClose }: TypingBufferProps) {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isPartOfComposition(event)) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onTyped((text) => text.slice(0, -1))
      else if (event.key.length === 1) onTyped((text) => text + event.key)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onTyped, onClose])
  return null
}

const isInEditorOrDialog = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest('.editor') !== null)
