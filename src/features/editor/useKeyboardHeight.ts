import { useEffect, type RefObject } from 'react'

/**
 * Sets `--keyboard` on an element to the height that the on-screen keyboard covers. The height is 0 in browsers that
 * shrink the page for the keyboard.
 */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const measure = () =>
      element.current?.style.setProperty(
        '--keyboard',
        `${Math.max(0, window.innerHeight - (viewport?.height ?? window.innerHeight))}px`,
      )
    measure()
    viewport?.addEventListener('resize', measure)
    return () => viewport?.removeEventListener('resize', measure)
  }, [element])
}
