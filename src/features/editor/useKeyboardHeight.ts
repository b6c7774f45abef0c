import { useEffect, type RefObject } from 'react'

/**
 * Sets `--keyboard` on an element to the height that the on-screen keyboard covers. The height is 0 in browsers that
 * shrink the page for the keyboard.
 */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const measure = () => {
      // Zooming with two fingers also makes the visual viewport smaller.
      const visible = viewport ? viewport.height * viewport.scale : window.innerHeight
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(window.innerHeight - visible))}px`)
    }
    measure()
    viewport?.addEventListener('resize', measure)
    return () => viewport?.removeEventListener('resize', measure)
  }, [element])
}
