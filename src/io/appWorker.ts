import { Workbox } from 'workbox-window'

/** The worker that opens the app without a network, and newer versions of both. */
export type AppWorker = {
  /** Registers it, once; calls back when a newer version of the app is there and waits. */
  start(onWaiting: () => void): Promise<void>
  /** Puts the newer version in the place of this one and loads the page again. */
  activateUpdate(): Promise<void>
}

/** A browser looks for a newer version when the page is opened; one that stays open looks this often. */
const UPDATE_CHECK_MS = 3_600_000

/** A worker goes at once unless the browser thinks that it is at something, which may last minutes. */
const ACTIVATION_TIMEOUT_MS = 3000

const WORKER = '/sw.js'

let worker: Workbox | undefined

export const appWorker: AppWorker = {
  async start(onWaiting) {
    // The development server has no such file, and some browsers have no workers in private windows.
    if (worker || import.meta.env.DEV || !('serviceWorker' in navigator)) return
    worker = new Workbox(WORKER)
    // A page may be newer than its worker: the one that waits has nothing to offer to it and takes over silently.
    const onInstalled = async () => ((await isNewest()) ? worker?.messageSkipWaiting() : onWaiting())
    worker.addEventListener('waiting', () => void onInstalled())
    const registration = await worker.register()
    // Workbox overlooks one that was being installed by then, by another tab or by the browser itself.
    const early = registration?.active && registration.installing
    early?.addEventListener('statechange', () => {
      if (early.state === 'installed') void onInstalled()
    })
    setInterval(() => void worker?.update().catch(() => {}), UPDATE_CHECK_MS)
  },
  async activateUpdate() {
    const registration = await navigator.serviceWorker.getRegistration()
    // Another tab has done it already.
    if (!worker || !registration?.waiting) return location.reload()
    worker.addEventListener('controlling', () => location.reload())
    worker.messageSkipWaiting()
    setTimeout(() => void unregisterAndReload(registration), ACTIVATION_TIMEOUT_MS)
  },
}

/** Whether the server has no other page than this one; no worker answers for this address. */
async function isNewest(): Promise<boolean> {
  const answer = await fetch(`/index.html?${Date.now()}`, { cache: 'no-store' }).catch(() => undefined)
  const entry = document.getElementById('entry')?.getAttribute('href')
  return answer?.ok === true && !!entry && (await answer.text()).includes(entry)
}

/** The page comes from the server then, and registers the newer worker anew; where that cannot be reached, nothing goes. */
async function unregisterAndReload(registration: ServiceWorkerRegistration): Promise<void> {
  // No worker answers for this file itself.
  const answer = await fetch(WORKER, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) await registration.unregister()
  location.reload()
}
