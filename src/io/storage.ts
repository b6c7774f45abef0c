/** Set while a signed-out person's cache still lies on the device, because another tab held it open. */
export const CACHE_TO_CLEAR = 'firestoreCacheToClear'

/** The uid of the person whose journal the device holds. */
export const CACHED_FOR = 'firestoreCachedFor'

/** The theme that is shown: read before the first paint. */
export const THEME = 'theme'

/** The browser's local storage. Blocked or full, it reads as empty and writing does nothing: callers have defaults. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it is kept; if not, whoever asked has it for this page only. */
export function writeItem(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

/** Whether anything can be kept at all: some browsers block storage altogether, and the database's cache needs both kinds. */
export function isStorageOpen(): boolean {
  try {
    return localStorage !== null && indexedDB !== null
  } catch {
    return false
  }
}
