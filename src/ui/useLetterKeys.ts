import { useLayoutEffect, useRef } from 'react'
import { isTyping, resolveKey } from '#domain/keyboard/keys.ts'
import { isMac } from './platform.ts'

const TYPING_TARGETS = 'input, textarea, select, [contenteditable], dialog *'

/**
 * Single-key shortcuts of a page, there as soon as it is. They rest in text fields, in dialogs and with any modifier
 * held.
 * @param enabled whether they are switched on in the settings
 */
export function useLetterKeys(enabled: boolean, actions: { readonly [key: string]: () => void }): void {
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
        isTyping(event, isMac()) ||
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
