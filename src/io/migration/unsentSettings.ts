import { parseAiSettingsText } from '#domain/account/aiSettings.ts'
import { DEFAULT_SETTINGS } from '#domain/account/settings.ts'
import { parseTheme } from '#domain/dial/themes.ts'
import { parseThemeStations } from '#domain/radio/stations.ts'
import type { Journal } from '#src/io/journal/journal.ts'
import {
  AI_SETTINGS_KEY,
  SETTINGS_OWNER_KEY,
  THEME_KEY,
  THEME_STATIONS_KEY,
  UNSENT_SETTINGS_KEY,
  type ItemStorage,
} from '#src/io/storage.ts'
import { parseNames } from '#src/io/storageVersion.ts'

/*
 * localStorage has the names of the settings that the journal has not queued (`keepPending` in src/stores/settings.ts).
 * Until version 1.5.0, it had the names of the settings that the server had not confirmed.
 */

type Storage = Omit<ItemStorage, 'watch'>

/**
 * Moves the settings of a user that an earlier page has stored and not queued into the queue of the journal.
 * Returns undefined if there are none.
 */
export function queueUnsentSettings(
  uid: string,
  storage: Storage,
  loadJournal: () => Promise<Pick<Journal, 'enqueue'>>,
): Promise<void> | undefined {
  const forget = () => storage.remove(UNSENT_SETTINGS_KEY)
  const changes = unsentSettings(uid, storage)
  if (Object.keys(changes).length === 0) {
    forget()
    return undefined
  }
  // If the page closes before the changes are removed, the key prevents that the next start queues them twice.
  const key = `unsentSettings:${JSON.stringify(changes)}`
  return loadJournal()
    .then(({ enqueue }) => enqueue([{ key, operation: { kind: 'settings', changes } }], true))
    .then(forget)
}

function unsentSettings(uid: string, { read }: Storage): { readonly [name: string]: unknown } {
  const owner = read(SETTINGS_OWNER_KEY)
  if (owner !== null && owner !== uid) return {}
  const names = parseNames(read(UNSENT_SETTINGS_KEY))
  const settings = {
    ...parseAiSettingsText(read(AI_SETTINGS_KEY)),
    theme: parseTheme(read(THEME_KEY)),
    themeStations: parseThemeStations(read(THEME_STATIONS_KEY)) ?? DEFAULT_SETTINGS.themeStations,
  }
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => names.has(name) && value !== undefined))
}
