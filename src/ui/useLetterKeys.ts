import { useLayoutEffect, useRef } from 'react'

const TYPING = 'input, textarea, select, [contenteditable], dialog *'

/**
 * Single-letter shortcuts of a page, there as soon as it is. They rest while somebody types, in dialogs and with any
 * modifier held.
 */
export function useLetterKeys(actions: { readonly [letter: string]: () => void }): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inText = event.target instanceof Element && event.target.matches(TYPING)
      if (
        inText ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        document.querySelector('dialog[open]')
      )
        return
      const action = latest.current[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
