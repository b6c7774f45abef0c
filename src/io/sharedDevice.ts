import { SHARED_DEVICE } from './storage.ts'

/** Says where the next session of this tab keeps what it keeps. The page is to be loaded anew with it. */
export function setSharedDevice(shared: boolean): void {
  if (shared) sessionStorage.setItem(SHARED_DEVICE, 'true')
  else sessionStorage.removeItem(SHARED_DEVICE)
}

/** On a shared device: what the tab keeps is gone with who leaves it, not only with the tab. */
export function clearTab(): void {
  sessionStorage.clear()
  setSharedDevice(true)
}
