import { SHARED } from './storage.ts'

/** Says where the next session of this tab keeps what it keeps. The page is to be loaded anew with it. */
export function shareDevice(shared: boolean): void {
  if (shared) sessionStorage.setItem(SHARED, 'true')
  else sessionStorage.removeItem(SHARED)
}

/** On a shared device: what the tab keeps is gone with who leaves it, not only with the tab. */
export function forgetTab(): void {
  sessionStorage.clear()
  shareDevice(true)
}
