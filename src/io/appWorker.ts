import { Workbox } from 'workbox-window'

/** The service worker that opens the app offline and installs new versions. */
export type AppWorker = {
  /** Registers the worker once. Calls back when a newer version is installed and waits. */
  start(onWaiting: () => void): Promise<void>
  /** Activates the newer version and reloads the page. */
  activateUpdate(): Promise<void>
}

/** Browsers check for a new version when a page opens; a page that stays open checks this often. */
const UPDATE_CHECK_MS = 3_600_000

/** A worker activates immediately unless the browser considers the current one busy, which may last minutes. */
const ACTIVATION_TIMEOUT_MS = 3000

const WORKER = '/sw.js'

let worker: Workbox | undefined

export const appWorker: AppWorker = {
  async start(onWaiting) {
    // The development server has no worker file, and some browsers have no workers in private windows.
    if (worker || import.meta.env.DEV || !('serviceWorker' in navigator)) return
    worker = new Workbox(WORKER)
    // A page may be newer than its worker. The waiting worker then has nothing new for it and activates silently.
    const onInstalled = async () => ((await isNewest()) ? worker?.messageSkipWaiting() : onWaiting())
    worker.addEventListener('waiting', () => void onInstalled())
    const registration = await worker.register()
    // Workbox misses a worker that another tab, or the browser itself, was installing already.
    const early = registration?.active && registration.installing
    early?.addEventListener('statechange', () => {
      if (early.state === 'installed') void onInstalled()
    })
    setInterval(() => void worker?.update().catch(() => {}), UPDATE_CHECK_MS)
  },
  async activateUpdate() {
    const registration = await navigator.serviceWorker.getRegistration()
    // Another tab has activated it already.
    if (!worker || !registration?.waiting) return location.reload()
    worker.addEventListener('controlling', () => location.reload())
    worker.messageSkipWaiting()
    setTimeout(() => void unregisterAndReload(registration), ACTIVATION_TIMEOUT_MS)
  },
}

/** Whether this page is the server's newest version. No worker answers this address. */
async function isNewest(): Promise<boolean> {
  const answer = await fetch(`/index.html?${Date.now()}`, { cache: 'no-store' }).catch(() => undefined)
  const entry = document.getElementById('entry')?.getAttribute('href')
  return answer?.ok === true && !!entry && (await answer.text()).includes(entry)
}

/** Reloads the page from the server, which registers the newer worker. Offline the current worker stays. */
async function unregisterAndReload(registration: ServiceWorkerRegistration): Promise<void> {
  // The worker does not intercept requests for its own file.
  const answer = await fetch(WORKER, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) await registration.unregister()
  location.reload()
}
