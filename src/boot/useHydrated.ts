import { useDeferredValue, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** What this page has; in the page that was rendered at the build, and while it is taken over, what that has. */
export const useHydratedValue = <Value extends string | boolean>(here: Value, rendered: Value): Value =>
  useSyncExternalStore(
    subscribeToNothing,
    () => here,
    () => rendered,
  )

/**
 * False in the page that was rendered at the build and while it is taken over, true ever after: what depends on the
 * time, the person or the device, and what is placed by a style, comes then. Deferred: in short turns, which what was
 * pressed meanwhile goes before.
 */
export const useHydrated = (): boolean => useDeferredValue(useHydratedValue<boolean>(true, false))

/**
 * To be called by a first screen: it can be used from here on, and does what was asked of it before.
 * @param ready whether all that its keys act on is there
 */
export function useMarkUsable(ready = true): void {
  useLayoutEffect(() => {
    if (!ready) return
    document.getElementById('root')?.removeAttribute('data-shell')
    performance.mark('usable')
  }, [ready])
  // When the keys do what they are for: the page's script presses them again (index.html).
  useEffect(() => void (ready && window.dispatchEvent(new Event('usable'))), [ready])
}
