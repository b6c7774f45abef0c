/**
 * This key is set while the Firestore cache that an earlier version of the app has stored must be deleted, because its
 * user has signed out.
 */
export const CACHE_TO_CLEAR_KEY = 'firestoreCacheToClear'

/** The key of the uid of the user whose journal is cached on the device. */
export const CACHED_UID_KEY = 'firestoreCachedFor'

/** The key of the user's session. With a stored session, the app can start before the identity service has answered. */
export const SESSION_KEY = 'session'

/** This key is set from the sign-out until the identity service has removed the session. */
export const SIGNING_OUT_KEY = 'signingOut'

/** The key of the current theme. `index.html` reads the theme before the first paint. */
export const THEME_KEY = 'theme'

/** This key is set after the web fonts have been enabled. `index.html` reads this item before the first paint. */
export const FONTS_READY_KEY = 'dressed'

/** The keys of two settings. Settings apply to all devices of a user (`src/stores/settings.ts`). */
export const AI_SETTINGS_KEY = 'aiSettings'
export const THEME_STATIONS_KEY = 'themeStations'
/** The key of the names of the settings that an earlier version of the app has not sent. */
export const UNSENT_SETTINGS_KEY = 'settingsUnsent'
/** The key of the uid of the user whose settings are stored. */
export const SETTINGS_OWNER_KEY = 'settingsOf'

/** Stores strings by key. */
export type ItemStorage = {
  read(key: string): string | null
  /** Stores an item. Returns false if the item could not be stored. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /**
   * Calls `onChange` for each item that another tab changes or removes. `value` is null if the item was removed.
   * Returns a function that removes the listener.
   */
  watch(onChange: (key: string, value: string | null) => void): () => void
}

/** This key is set in a tab whose session stores no data on the device. */
export const SHARED_DEVICE_KEY = 'sharedDevice'

/**
 * Whether this tab's session is on a shared device. The session's data is then deleted when the tab closes, and other
 * tabs cannot read it.
 */
export function isSharedDevice(): boolean {
  try {
    return sessionStorage.getItem(SHARED_DEVICE_KEY) !== null
  } catch {
    return false
  }
}

/**
 * Reads an item of localStorage, or of sessionStorage on a shared device. Returns null if storage is blocked; every
 * caller has a default.
 */
export function readItem(key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Stores an item. Returns false if storage is blocked or full. */
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
    // If storage is blocked, there is no item to remove.
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

/** Returns the keys of all stored items. */
export function storedKeys(): readonly string[] {
  try {
    const items = storage()
    return Array.from({ length: items.length }, (_, index) => items.key(index) ?? '')
  } catch {
    return []
  }
}

let databasesAnswer = true

/** Makes this page work without IndexedDB. Called if the databases of this browser do not respond. */
export function disableDatabases(): void {
  databasesAnswer = false
}

/** Whether this page may use IndexedDB. This requires that the browser allows it and that its databases respond. */
export const canUseDatabases = (): boolean => databasesAnswer && hasDatabases()

/**
 * Whether the app may store databases on this device: false on a shared device, or if the browser blocks storage. The
 * journal on the device needs both localStorage and IndexedDB.
 */
export function hasDatabases(): boolean {
  try {
    return !isSharedDevice() && localStorage !== null && indexedDB !== null
  } catch {
    return false
  }
}

const storage = (): Storage => (isSharedDevice() ? sessionStorage : localStorage)
