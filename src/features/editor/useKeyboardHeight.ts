import { useEffect, type RefObject } from 'react'

/**
 * Tells an element, as `--keyboard`, how much of the screen the phone's keyboard covers. Where the browser makes the
 * page smaller instead, that is nothing.
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
