/** Does something once the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work)
  else setTimeout(work, 200)
}

/** Lets the browser do what waits for it: what follows is a task of its own. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
