import * as z from 'zod/mini'
import { SETTINGS_OF, SETTINGS_UNSENT, THEME, THEME_STATIONS, type ItemStorage } from './storage.ts'

/** The key of the storage format's version. It increments when an item changes its key or format. */
const VERSION_KEY = 'keptVersion'
const FIRST_VERSION = 1

/** The migrations from each version to the next; the first one is from 1 to 2. */
const MIGRATIONS: readonly ((storage: ItemStorage) => void)[] = [
  // Theme and stations became settings for all devices, so the values of this browser must still be sent.
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
 * Migrates items stored by an older version of the app, once. Items of a newer version stay and are read as far as
 * possible.
 */
export function migrateStorage(storage: ItemStorage): void {
  const version = Math.max(Math.trunc(Number(storage.read(VERSION_KEY))) || 0, FIRST_VERSION)
  const steps = MIGRATIONS.slice(version - FIRST_VERSION)
  for (const step of steps) step(storage)
  if (steps.length > 0) storage.write(VERSION_KEY, String(FIRST_VERSION + MIGRATIONS.length))
}

/** Parses a stored list of names; an invalid one is empty. */
export function parseNames(text: string | null): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text ?? '[]')))
  } catch {
    return new Set()
  }
}
