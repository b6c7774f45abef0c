import { Workbox } from 'workbox-window'

/** The client of the service worker. The service worker opens the app offline and installs new versions. */
export type AppWorker = {
  /** Registers the worker once. Calls `onWaiting` when a newer version is installed but not active yet. */
  start(onWaiting: () => void): Promise<void>
  /** Activates the newer version of the app and reloads the page. */
  activateUpdate(): Promise<void>
}

/** How often a page that stays open checks for a new version. Browsers themselves check only when a page opens. */
const UPDATE_CHECK_MS = 3_600_000

/**
 * How long to wait until the new worker is active. The browser may delay its activation for minutes if the current
 * worker seems busy.
 */
const ACTIVATION_TIMEOUT_MS = 3000

const WORKER = '/sw.js'

let worker: Workbox | undefined

export const appWorker: AppWorker = {
  async start(onWaiting) {
    // The development server has no worker file, and some browsers have no service workers in private windows.
    if (worker || import.meta.env.DEV || !('serviceWorker' in navigator)) return
    worker = new Workbox(WORKER)
    // If this page is already the newest version, the waiting worker has the same version. The worker is then activated
    // without asking the user.
    const onInstalled = async () => ((await isNewest()) ? worker?.messageSkipWaiting() : onWaiting())
    worker.addEventListener('waiting', () => void onInstalled())
    const registration = await worker.register()
    // Workbox does not report a worker that another tab or the browser itself began to install before `register` was
    // called.
    const early = registration?.active && registration.installing
    early?.addEventListener('statechange', () => {
      if (early.state === 'installed') void onInstalled()
    })
    setInterval(() => void worker?.update().catch(() => {}), UPDATE_CHECK_MS)
  },
  async activateUpdate() {
    const registration = await navigator.serviceWorker.getRegistration()
    // If no worker is waiting, another tab has already activated the newer version.
    if (!worker || !registration?.waiting) return location.reload()
    worker.addEventListener('controlling', () => location.reload())
    worker.messageSkipWaiting()
    setTimeout(() => void unregisterAndReload(registration), ACTIVATION_TIMEOUT_MS)
  },
}

/**
 * Resolves with true if this page is the newest version on the server. The service worker does not intercept the
 * requested URL.
 */
async function isNewest(): Promise<boolean> {
  const answer = await fetch(`/index.html?${Date.now()}`, { cache: 'no-store' }).catch(() => undefined)
  const entry = document.getElementById('entry')?.getAttribute('href')
  return answer?.ok === true && !!entry && (await answer.text()).includes(entry)
}

/**
 * Unregisters the worker and reloads the page from the server; after the reload, the page registers the newer worker.
 * Does not unregister the worker while the device is offline.
 */
async function unregisterAndReload(registration: ServiceWorkerRegistration): Promise<void> {
  // The worker does not intercept requests for its own file, so an answer means that the server is reachable.
  const answer = await fetch(WORKER, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) await registration.unregister()
  location.reload()
}
