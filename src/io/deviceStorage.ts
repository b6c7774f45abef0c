import { disableDatabases, canUseDatabases } from './storage.ts'

/** Whether this browser's databases respond; `back` if they did not at first. */
export type DeviceStorage = 'answers' | 'silent' | 'back'

/** A slow device opens its databases within two seconds. */
const RESPONSE_TIMEOUT_MS = 4000

let asking: Promise<void> | undefined
let state: DeviceStorage = 'answers'
const listeners = new Set<(state: DeviceStorage) => void>()

/**
 * Loads code that uses databases, and waits until it is known whether they respond. If they do not within four seconds,
 * this page works without them: data is in memory, and drafts are in localStorage as always.
 */
export async function withDatabases<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), (asking ??= checkDatabases())])
  return module
}

/** Calls back now and on every change. */
export function watchDeviceStorage(onChange: (state: DeviceStorage) => void): () => void {
  listeners.add(onChange)
  onChange(state)
  return () => listeners.delete(onChange)
}

async function checkDatabases(): Promise<void> {
  if (!canUseDatabases()) return
  // An error counts as a response: the users of a database handle it.
  const answered = probeDatabases().catch(() => {})
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, RESPONSE_TIMEOUT_MS, 'late'))
  if ((await Promise.race([answered, late])) !== 'late') return
  disableDatabases()
  change('silent')
  void answered.then(() => change('back'))
}

function change(to: DeviceStorage): void {
  state = to
  for (const listener of listeners) listener(to)
}

async function probeDatabases(): Promise<void> {
  const found = await indexedDB.databases()
  await Promise.all(found.flatMap(({ name }) => (name === undefined ? [] : [probeDatabase(name)])))
}

/** Reads a key of every store, which waits for any transaction that blocks it. */
function probeDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    // The database was deleted meanwhile; opening it must not create it again.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () => resolve())
    opening.addEventListener('success', () => {
      const db = opening.result
      const end = () => {
        db.close()
        resolve()
      }
      if (db.objectStoreNames.length === 0) return end()
      const reading = db.transaction(db.objectStoreNames)
      for (const store of db.objectStoreNames) reading.objectStore(store).getAllKeys(null, 1)
      reading.addEventListener('complete', end)
      reading.addEventListener('abort', end)
    })
  })
}
