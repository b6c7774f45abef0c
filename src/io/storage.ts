/** Set while the cache of a signed-out user is still on the device because another tab had it open. */
export const CACHE_TO_CLEAR = 'firestoreCacheToClear'

/** The uid of the user whose journal is cached on the device. */
export const CACHED_FOR = 'firestoreCachedFor'

/** The stored session, shown before the identity service has answered. */
export const SESSION = 'session'

/** Set from signing out until the identity service has removed the session. */
export const SIGNING_OUT = 'signingOut'

/** The current theme, read before the first paint. */
export const THEME = 'theme'

/** Set when the browser has loaded the web fonts; read before the first paint. */
export const FONTS_READY = 'dressed'

/** The user's settings for all devices (`src/stores/settings.ts`). */
export const AI_SETTINGS = 'aiSettings'
export const THEME_STATIONS = 'themeStations'
/** The settings that the server has not confirmed, and the uid that the settings belong to. */
export const SETTINGS_UNSENT = 'settingsUnsent'
export const SETTINGS_OF = 'settingsOf'

/** A storage of strings by key. */
export type ItemStorage = {
  read(key: string): string | null
  /** Returns false if the value could not be stored. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Calls back with changes made by other tabs, null for removals, until the returned function is called. */
  watch(onChange: (key: string, value: string | null) => void): () => void
}

/** Set in a tab whose session stores no data on the device. */
export const SHARED_DEVICE = 'sharedDevice'

/** Whether this tab's session is on a shared device: its data is deleted with the tab, and invisible to other tabs. */
export function isSharedDevice(): boolean {
  try {
    return sessionStorage.getItem(SHARED_DEVICE) !== null
  } catch {
    return false
  }
}

/**
 * Reads from localStorage, or from sessionStorage on a shared device. When storage is blocked or full, reads return
 * null and writes do nothing; callers have defaults.
 */
export function readItem(key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

export function writeItem(key: string, value: string): boolean {
  try {
    storage().setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeItem(key: string): void {
  try {
    storage().removeItem(key)
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

export const browserStorage: ItemStorage = {
  read: readItem,
  write: writeItem,
  remove: removeItem,
  watch(onChange) {
    const onStorage = ({ key, newValue, storageArea }: StorageEvent) => {
      if (key !== null && storageArea === storage()) onChange(key, newValue)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}

/** The keys of all stored items. */
export function storedKeys(): readonly string[] {
  try {
    const items = storage()
    return Array.from({ length: items.length }, (_, index) => items.key(index) ?? '')
  } catch {
    return []
  }
}

let databasesAnswer = true

/** Makes this page work without databases, because they do not respond. */
export function disableDatabases(): void {
  databasesAnswer = false
}

/** Whether this page may use the device's databases. */
export const canUseDatabases = (): boolean => databasesAnswer && hasDatabases()

/**
 * Whether the device can have databases: not on a shared device, and not where the browser blocks storage. The cache of
 * the journal needs both localStorage and IndexedDB.
 */
export function hasDatabases(): boolean {
  try {
    return !isSharedDevice() && localStorage !== null && indexedDB !== null
  } catch {
    return false
  }
}

const storage = (): Storage => (isSharedDevice() ? sessionStorage : localStorage)
