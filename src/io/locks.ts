/** Resolves once others can hold it. */
export type LetGo = () => Promise<void>

const NOTHING: LetGo = () => Promise.resolve()

/**
 * Holds a name for this tab, until it lets go, is closed or crashes. Resolves with the way to let go, or with nothing
 * where another tab has it. A browser without locks, or one that refuses them as it refuses storage, lets everybody hold.
 */
export const lock = (name: string): Promise<LetGo | undefined> => request(name, { ifAvailable: true })

/** The same, but waits until nobody else holds it, here or in another tab. */
export const lockInTurn = async (name: string): Promise<LetGo> => (await request(name, {})) ?? NOTHING

function request(name: string, options: LockOptions): Promise<LetGo | undefined> {
  if (!('locks' in navigator)) return Promise.resolve(NOTHING)
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
    released.catch(() => resolve(NOTHING))
  })
}

/** What comes behind the prefix in the names that are held, by any tab. */
export async function heldNames(prefix: string): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
