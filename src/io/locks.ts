/** Resolves once others can hold it. */
export type ReleaseLock = () => Promise<void>

const NO_OP_RELEASE: ReleaseLock = () => Promise.resolve()

/**
 * Holds a name for this tab, until it lets go, is closed or crashes. Resolves with the way to let go, or with nothing
 * where another tab has it. A browser without locks, or one that refuses them as it refuses storage, lets everybody hold.
 */
export const tryLock = (name: string): Promise<ReleaseLock | undefined> => requestLock(name, { ifAvailable: true })

/** The same, but waits until nobody else holds it, here or in another tab. */
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

/** What comes behind the prefix in the names that are held, by any tab. */
export async function lockedNames(prefix: string): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
