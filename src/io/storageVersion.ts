import * as z from 'zod/mini'
import { SETTINGS_OWNER_KEY, UNSENT_SETTINGS_KEY, THEME_KEY, THEME_STATIONS_KEY, type ItemStorage } from './storage.ts'

/**
 * The key of the item that contains the version of the storage format. The version increments when the key or the
 * format of any other item changes.
 */
const VERSION_KEY = 'keptVersion'
const FIRST_VERSION = 1

/** The migrations. Each migrates from one version to the next; the first migrates from version 1 to version 2. */
const MIGRATIONS: readonly ((storage: ItemStorage) => void)[] = [
  // Since version 2, theme and stations are settings that apply to all devices. Their values in this browser must
  // therefore be sent to the server.
  (storage) => {
    const stored = parseNames(storage.read('aiSettingsUnsent'))
    const known = [THEME_KEY, THEME_STATIONS_KEY].filter((key) => storage.read(key) !== null)
    storage.write(UNSENT_SETTINGS_KEY, JSON.stringify([...stored, ...known]))
    const owner = storage.read('aiSettingsOf')
    if (owner !== null) storage.write(SETTINGS_OWNER_KEY, owner)
    for (const gone of ['aiSettingsUnsent', 'aiSettingsOf']) storage.remove(gone)
  },
]

/**
 * Migrates the items that an older version of the app stored. Items of a newer version stay unchanged, and the app
 * reads as much of them as it can.
 */
export function migrateStorage(storage: ItemStorage): void {
  const version = Math.max(Math.trunc(Number(storage.read(VERSION_KEY))) || 0, FIRST_VERSION)
  const steps = MIGRATIONS.slice(version - FIRST_VERSION)
  for (const step of steps) step(storage)
  if (steps.length > 0) storage.write(VERSION_KEY, String(FIRST_VERSION + MIGRATIONS.length))
}

/** Parses a stored list of names. Returns an empty set if the list is invalid. */
export function parseNames(text: string | null): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text ?? '[]')))
  } catch {
    return new Set()
  }
}
