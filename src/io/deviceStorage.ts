import { disableDatabases, canUseDatabases } from './storage.ts'

/** Whether this browser's databases respond. `back` means that they responded only after the timeout. */
export type DatabaseResponse = 'answers' | 'silent' | 'back'

/** The timeout for the databases. A slow device opens them in half of this time. */
const RESPONSE_TIMEOUT_MS = 4000

let asking: Promise<void> | undefined
let state: DatabaseResponse = 'answers'
const listeners = new Set<(state: DatabaseResponse) => void>()

/**
 * Loads code that uses IndexedDB, and waits until the databases have responded. If they do not respond within four
 * seconds, this page works without databases: data is stored in memory, and drafts in localStorage.
 */
export async function loadWithDatabases<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), (asking ??= checkDatabases())])
  return module
}

/** Calls `onChange` with the current state, and again on every change. */
export function watchDeviceStorage(onChange: (state: DatabaseResponse) => void): () => void {
  listeners.add(onChange)
  onChange(state)
  return () => listeners.delete(onChange)
}

async function checkDatabases(): Promise<void> {
  if (!canUseDatabases()) return
  // An error counts as a response, because the code that uses the database handles errors.
  const answered = probeDatabases().catch(() => {})
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, RESPONSE_TIMEOUT_MS, 'late'))
  if ((await Promise.race([answered, late])) !== 'late') return
  disableDatabases()
  change('silent')
  void answered.then(() => change('back'))
}

function change(to: DatabaseResponse): void {
  state = to
  for (const listener of listeners) listener(to)
}

async function probeDatabases(): Promise<void> {
  const found = await indexedDB.databases()
  await Promise.all(found.flatMap(({ name }) => (name === undefined ? [] : [probeDatabase(name)])))
}

/**
 * Resolves when the database has responded. Reads one key of every object store, because this read waits for any
 * transaction that blocks the store.
 */
function probeDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    // This event means that the database was deleted after it was listed. The abort prevents the browser from creating
    // the database again.
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
