import { useEffect, useLayoutEffect } from 'react'

/**
 * Marks the first screen as usable once `ready` is true. The input that arrived before hydration is then repeated.
 * @param ready whether everything that the screen's buttons need is loaded
 */
export function useMarkPageUsable(ready = true): void {
  useLayoutEffect(() => {
    if (!ready) return
    document.getElementById('root')?.removeAttribute('data-shell')
    performance.mark('usable')
  }, [ready])
  // The event makes the script in index.html repeat the clicks before hydration, because the handlers work from now on.
  useEffect(() => void (ready && window.dispatchEvent(new Event('usable'))), [ready])
}
