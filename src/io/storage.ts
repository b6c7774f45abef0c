/** Set while a signed-out person's cache still lies on the device, because another tab held it open. */
export const CACHE_TO_CLEAR = 'firestoreCacheToClear'

/** The uid of the person whose journal the device holds. */
export const CACHED_FOR = 'firestoreCachedFor'

/** Whose session the device keeps: shown before the identity service has spoken. */
export const SESSION = 'session'

/** Set from signing out until the identity service has removed the session. */
export const SIGNING_OUT = 'signingOut'

/** The theme that is shown: read before the first paint. */
export const THEME = 'theme'

/** That the browser has fetched the typefaces: read before the first paint. */
export const FONTS_READY = 'dressed'

/** What a person has chosen for all their devices (`src/stores/settings.ts`). */
export const AI_SETTINGS = 'aiSettings'
export const THEME_STATIONS = 'themeStations'
/** Which of these the server has not confirmed, and whose they are. */
export const SETTINGS_UNSENT = 'settingsUnsent'
export const SETTINGS_OF = 'settingsOf'

/** A browser's storage of texts by their names. */
export type ItemStorage = {
  read(key: string): string | null
  /** Whether it is kept; if not, whoever asked has it for this page only. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Calls back with what other tabs change, null for what they remove, until the function it gives is called. */
  watch(onChange: (key: string, value: string | null) => void): () => void
}

/** Set in a tab whose session keeps nothing on the device. */
export const SHARED_DEVICE = 'sharedDevice'

/** Whether this tab's session is one on a shared device: what it keeps goes with the tab, and is seen by no other. */
export function isSharedDevice(): boolean {
  try {
    return sessionStorage.getItem(SHARED_DEVICE) !== null
  } catch {
    return false
  }
}

/**
 * The browser's local storage; on a shared device what lives as long as the tab. Blocked or full, it reads as empty and
 * writing does nothing: callers have defaults.
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

/** The names of all that is kept. */
export function storedKeys(): readonly string[] {
  try {
    const items = storage()
    return Array.from({ length: items.length }, (_, index) => items.key(index) ?? '')
  } catch {
    return []
  }
}

let databasesAnswer = true

/** Makes this page do without databases, because they do not answer. */
export function disableDatabases(): void {
  databasesAnswer = false
}

/** Whether this page may use the databases of the device. */
export const canUseDatabases = (): boolean => databasesAnswer && hasDatabases()

/**
 * Whether databases can be kept on the device: not on a shared one, and some browsers block storage altogether. The
 * cache of the journal needs both kinds.
 */
export function hasDatabases(): boolean {
  try {
    return !isSharedDevice() && localStorage !== null && indexedDB !== null
  } catch {
    return false
  }
}

const storage = (): Storage => (isSharedDevice() ? sessionStorage : localStorage)
