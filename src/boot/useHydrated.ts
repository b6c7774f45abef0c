import { useDeferredValue, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Returns `rendered` in the prerendered page and during hydration, and `here` afterwards. */
export const useHydratedValue = <Value extends string | boolean>(here: Value, rendered: Value): Value =>
  useSyncExternalStore(
    subscribeToNothing,
    () => here,
    () => rendered,
  )

/**
 * False in the prerendered page and during hydration, true after that. For content that depends on the time, the user
 * or the device, or is positioned by a style. The value is deferred, so the resulting render is interruptible and input
 * goes first.
 */
export const useHydrated = (): boolean => useDeferredValue(useHydratedValue<boolean>(true, false))

/**
 * Marks the first screen as usable. It then handles the input that arrived before hydration.
 * @param ready whether everything that its buttons need is loaded
 */
export function useMarkUsable(ready = true): void {
  useLayoutEffect(() => {
    if (!ready) return
    document.getElementById('root')?.removeAttribute('data-shell')
    performance.mark('usable')
  }, [ready])
  // The event tells the page's script to repeat the early clicks (index.html); the handlers work from now on.
  useEffect(() => void (ready && window.dispatchEvent(new Event('usable'))), [ready])
}
