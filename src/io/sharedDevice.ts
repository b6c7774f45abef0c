import { SHARED_DEVICE } from './storage.ts'

/** Sets where the next session of this tab stores its data. The page must be reloaded afterwards. */
export function setSharedDevice(shared: boolean): void {
  if (shared) sessionStorage.setItem(SHARED_DEVICE, 'true')
  else sessionStorage.removeItem(SHARED_DEVICE)
}

/** Deletes the tab's data on a shared device when the user signs out, not only when the tab closes. */
export function clearTab(): void {
  sessionStorage.clear()
  setSharedDevice(true)
}
