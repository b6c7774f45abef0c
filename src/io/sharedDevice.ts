import { SHARED_DEVICE_KEY } from './storage.ts'

/**
 * Sets whether the next session of this tab treats the device as shared. On a shared device, a session stores its data
 * only until the tab closes. The page must be reloaded afterwards.
 */
export function setSharedDevice(shared: boolean): void {
  if (shared) sessionStorage.setItem(SHARED_DEVICE_KEY, 'true')
  else sessionStorage.removeItem(SHARED_DEVICE_KEY)
}

/**
 * Deletes this tab's data when the user of a shared device signs out. Otherwise the data would remain until the tab
 * closes.
 */
export function clearTabStorage(): void {
  sessionStorage.clear()
  setSharedDevice(true)
}
