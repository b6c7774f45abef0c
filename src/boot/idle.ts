/** Does something once the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work)
  else setTimeout(work, 200)
}

/** Lets the browser do what waits for it: what follows is a task of its own. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** So long nothing is scrolled, pressed or typed before the page counts as undisturbed. */
const USER_IDLE_MS = 1000
/** Who never rests gets what waits all the same, so long after it began to wait. */
const WAITS_AT_MOST_MS = 5000
const INPUT_EVENTS = ['scroll', 'wheel', 'pointerdown', 'touchmove', 'click', 'keydown'] as const

let lastInputAt: number | undefined
const recordInput = (): void => void (lastInputAt = performance.now())

/** Resolves when nobody would notice some work: they have let go of the page for a moment, and it is idle. */
export async function whenUserIdle(): Promise<void> {
  // The same listener again is none.
  for (const type of INPUT_EVENTS) window.addEventListener(type, recordInput, { capture: true, passive: true })
  const latest = performance.now() + WAITS_AT_MOST_MS
  for (;;) {
    const left = Math.min((lastInputAt ?? -Infinity) + USER_IDLE_MS, latest) - performance.now()
    if (left <= 0) break
    await new Promise((resolve) => setTimeout(resolve, left))
  }
  await new Promise<void>((resolve) => whenIdle(resolve))
}
