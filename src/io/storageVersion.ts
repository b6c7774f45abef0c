import * as z from 'zod/mini'
import { SETTINGS_OF, SETTINGS_UNSENT, THEME, THEME_STATIONS, type ItemStorage } from './storage.ts'

/** Which form the browser's items are in. Grows when one is kept under another name or in another form. */
const VERSION_KEY = 'keptVersion'
const FIRST_VERSION = 1

/** What brings the items of a version to the next: the first step is from version 1 to 2. */
const MIGRATIONS: readonly ((storage: ItemStorage) => void)[] = [
  // Theme and stations are among what all devices have: what this browser alone has known of them is still to be sent.
  (storage) => {
    const stored = parseNames(storage.read('aiSettingsUnsent'))
    const known = [THEME, THEME_STATIONS].filter((key) => storage.read(key) !== null)
    storage.write(SETTINGS_UNSENT, JSON.stringify([...stored, ...known]))
    const owner = storage.read('aiSettingsOf')
    if (owner !== null) storage.write(SETTINGS_OF, owner)
    for (const gone of ['aiSettingsUnsent', 'aiSettingsOf']) storage.remove(gone)
  },
]

/**
 * Puts what an older app has kept into the form of this one, once. What a newer one has kept stays as it is, and is read
 * as far as it can be.
 */
export function migrateStorage(storage: ItemStorage): void {
  const version = Math.max(Math.trunc(Number(storage.read(VERSION_KEY))) || 0, FIRST_VERSION)
  const steps = MIGRATIONS.slice(version - FIRST_VERSION)
  for (const step of steps) step(storage)
  if (steps.length > 0) storage.write(VERSION_KEY, String(FIRST_VERSION + MIGRATIONS.length))
}

/** A stored list of names; anything else is none. */
export function parseNames(text: string | null): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text ?? '[]')))
  } catch {
    return new Set()
  }
}
