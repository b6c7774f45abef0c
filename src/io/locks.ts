/** Releases a lock. Resolves when other tabs can acquire it. */
export type ReleaseLock = () => Promise<void>

const NO_OP_RELEASE: ReleaseLock = () => Promise.resolve()

/**
 * Acquires a lock for this tab. Resolves with a function that releases the lock, or with undefined if another tab has
 * the lock. The browser also releases the lock if the tab closes or crashes. If the browser has no Web Locks, or blocks
 * them together with storage, every tab acquires the lock.
 */
export const tryLock = (name: string): Promise<ReleaseLock | undefined> => requestLock(name, { ifAvailable: true })

/** Waits until the lock is free, then acquires it for this tab. */
export const waitForLock = async (name: string): Promise<ReleaseLock> => (await requestLock(name, {})) ?? NO_OP_RELEASE

/** Resolves when no tab has the lock. Rejects when the signal is aborted. */
export async function whenReleased(name: string, signal: AbortSignal): Promise<void> {
  // A shared lock waits for the exclusive lock, but not for other tabs that also wait for its release.
  if ('locks' in navigator) await navigator.locks.request(name, { mode: 'shared', signal }, () => {})
}

function requestLock(name: string, options: LockOptions): Promise<ReleaseLock | undefined> {
  if (!('locks' in navigator)) return Promise.resolve(NO_OP_RELEASE)
  return new Promise((resolve) => {
    const released = navigator.locks.request(name, options, (granted) => {
      if (!granted) return resolve(undefined)
      return new Promise<void>((release) =>
        resolve(async () => {
          release()
          await released
        }),
      )
    })
    released.catch(() => resolve(NO_OP_RELEASE))
  })
}

/**
 * Returns the names of all acquired locks that start with the prefix, in any tab. The returned names do not contain the
 * prefix.
 */
export async function lockedNames(prefix: string): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** Runs `work` when no other tab runs work with the same lock. */
export async function whileLocked(name: string, work: () => Promise<void>): Promise<void> {
  const release = await waitForLock(name)
  try {
    await work()
  } finally {
    await release()
  }
}

/**
 * Runs work in only one tab at a time, preferably in the tab that the user sees. `lead` starts the work, which ends when
 * its signal is aborted: when another tab steals the lock, or when `signal` is aborted. If the browser has no Web Locks,
 * or blocks them together with storage, every tab runs the work.
 */
export async function whileLeading(
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => void,
): Promise<void> {
  if (!('locks' in navigator)) return lead(signal)
  const isVisible = () => document.visibilityState === 'visible'
  let steals = isVisible()
  while (!signal.aborted) {
    const [leading, waiting] = [new AbortController(), new AbortController()]
    let isLeading = false
    const stopWaiting = () => {
      if (isVisible() && !isLeading) waiting.abort()
    }
    signal.addEventListener('abort', () => waiting.abort(), { signal: leading.signal })
    for (const [target, type] of [
      [document, 'visibilitychange'],
      [window, 'focus'],
    ] as const)
      target.addEventListener(type, stopWaiting, { signal: leading.signal })
    const isBlocked = await navigator.locks
      .request(name, steals ? { steal: true } : { signal: waiting.signal }, async () => {
        if (signal.aborted) return
        isLeading = true
        lead(AbortSignal.any([signal, leading.signal]))
        await whenAborted(signal)
      })
      // An `AbortError` means that another tab has stolen the lock, or that the wait for it has ended.
      .then(
        () => false,
        (error: unknown) => !isAbortError(error),
      )
    leading.abort()
    if (isBlocked) return lead(signal)
    steals = waiting.signal.aborted && !isLeading
  }
}

const isAbortError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
