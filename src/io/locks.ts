/** Resolves when other tabs can acquire the lock. */
export type ReleaseLock = () => Promise<void>

const NO_OP_RELEASE: ReleaseLock = () => Promise.resolve()

/**
 * Acquires a lock for this tab until it is released or the tab closes or crashes. Resolves with a function that
 * releases it, or undefined if another tab has the lock. In a browser without locks, or one that blocks them with
 * storage, every tab acquires it.
 */
export const tryLock = (name: string): Promise<ReleaseLock | undefined> => requestLock(name, { ifAvailable: true })

/** Waits until no tab has the lock, then acquires it. */
export const waitForLock = async (name: string): Promise<ReleaseLock> => (await requestLock(name, {})) ?? NO_OP_RELEASE

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

/** Returns the names that any tab has locked and that start with the prefix, without the prefix. */
export async function lockedNames(prefix: string): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
