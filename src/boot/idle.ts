/** Runs work when the browser is idle. */
export const whenIdle = (work: () => void): void => {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work)
  else setTimeout(work, 200)
}

/** Resolves in a new task, so that the browser can run its pending work first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The user counts as idle after this time without scrolling, clicking or typing. */
const USER_IDLE_MS = 1000
/** The longest time to wait for an idle user. */
const WAITS_AT_MOST_MS = 5000
const INPUT_EVENTS = ['scroll', 'wheel', 'pointerdown', 'touchmove', 'click', 'keydown'] as const

let lastInputAt: number | undefined
const recordInput = (): void => void (lastInputAt = performance.now())

/** Resolves when both the user and the browser are idle. */
export async function whenUserIdle(): Promise<void> {
  for (const type of INPUT_EVENTS) window.addEventListener(type, recordInput, { capture: true, passive: true })
  const latest = performance.now() + WAITS_AT_MOST_MS
  for (;;) {
    const left = Math.min((lastInputAt ?? -Infinity) + USER_IDLE_MS, latest) - performance.now()
    if (left <= 0) break
    await new Promise((resolve) => setTimeout(resolve, left))
  }
  await new Promise<void>((resolve) => whenIdle(resolve))
}
