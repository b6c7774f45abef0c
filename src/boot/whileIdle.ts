/** What one step may take on a slow phone. */
const STEP_MS = 6

/**
 * Does one step after the other while the page has nothing else to do; nothing where the browser cannot tell.
 * @param step false where it was the last
 * @returns what ends it
 */
export function runWhileIdle(step: () => boolean): () => void {
  if (typeof window.requestIdleCallback !== 'function') return () => {}
  const run = (deadline: IdleDeadline): void => {
    do if (!step()) return
    while (deadline.timeRemaining() > STEP_MS)
    asked = window.requestIdleCallback(run)
  }
  let asked = window.requestIdleCallback(run)
  return () => window.cancelIdleCallback(asked)
}
