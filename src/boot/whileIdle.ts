/** The longest time that one step needs on a slow phone. */
const STEP_MS = 6

/**
 * Runs steps while the page is idle. Does nothing in a browser without `requestIdleCallback`.
 * @param step returns false after the last step
 * @returns a function that stops the steps
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
