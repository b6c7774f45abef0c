import { useLayoutEffect, useRef } from 'react'
import { typesCharacter, resolveKey } from '#domain/keyboard/keys.ts'
import { isMac } from './platform.ts'

const TYPING_TARGETS = 'input, textarea, select, [contenteditable], dialog *'

/**
 * Handles the single-key shortcuts of a page. The shortcuts are off in text fields, in dialogs and while a modifier key
 * is pressed.
 * @param enabled whether single-key shortcuts are enabled in the settings
 */
export function useSingleKeyShortcuts(enabled: boolean, actions: { readonly [key: string]: () => void }): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isInTextField = event.target instanceof Element && event.target.matches(TYPING_TARGETS)
      if (
        isInTextField ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        typesCharacter(event, isMac()) ||
        document.querySelector('dialog[open]')
      )
        return
      const action = latest.current[resolveKey(event, isMac())]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
