import { useEffect, useLayoutEffect } from 'react'

/**
 * Marks the first screen as usable once `ready` is true. User input from before hydration is then repeated.
 * @param ready whether everything that the screen's buttons need is loaded
 */
export function useMarkPageUsable(ready = true): void {
  useLayoutEffect(() => {
    if (!ready) return
    document.getElementById('root')?.removeAttribute('data-shell')
    performance.mark('usable')
  }, [ready])
  // From now on, the event handlers work. On this event, the script in index.html repeats the clicks that the user made
  // before hydration.
  useEffect(() => void (ready && window.dispatchEvent(new Event('usable'))), [ready])
}
