import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import * as z from 'zod'
import type { Account } from '#tests/support/accounts.ts'
import { signIn } from '#tests/support/test.ts'

/** The benchmarks emulate an older phone: four times CPU slowdown, and the network preset "Slow 4G" of DevTools. */
export const CPU_SLOWDOWN = 4
const LATENCY_MS = 150
const DOWN = 1_600_000 / 8
const UP = 750_000 / 8
const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** The duration in milliseconds above which a task blocks the page noticeably. */
const LONG_MS = 50
/** A load is over when no request and no long task has occurred for this time in milliseconds. */
const QUIET_MS = 2000
const READY_WITHIN_MS = 60_000
/**
 * The wait in milliseconds before each load. During this time, the browser starts the process of the new tab and ends
 * the process of the previous tab. This work must not count as CPU time of the page.
 */
const SETTLES_MS = 2000

export const newPhoneContext = (browser: Browser, more: BrowserContextOptions = {}): Promise<BrowserContext> =>
  newDeviceContext(browser, { ...PHONE, ...more })

/** Returns a new browser context, by default with the screen of a computer. */
export async function newDeviceContext(browser: Browser, more: BrowserContextOptions): Promise<BrowserContext> {
  const zone = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }
  const device = await browser.newContext({ serviceWorkers: 'block', ...zone, ...more })
  // Mutes the music. Playwright's `evaluate` counts as user input, and the app loads music after user input. A real
  // user gives no input while the page loads.
  await device.addInitScript(() => localStorage.setItem('bgMusicMuted', 'true'))
  return device
}

type StoredOrigin = {
  readonly localStorage: { name: string; value: string }[]
  readonly indexedDB?: readonly { name: string }[]
}

/** Returns the storage of a device directly after sign-in, without the journal. */
export async function createSignedInState(browser: Browser, account: Account) {
  const phone = await newPhoneContext(browser)
  const page = await phone.newPage()
  await signIn(page, account)
  await page.getByTestId('log-count').waitFor()
  const state = await phone.storageState({ indexedDB: true })
  await phone.close()
  return { ...state, origins: state.origins.map(keepSessionOnly) }
}

const keepSessionOnly = <Origin extends StoredOrigin>(origin: Origin) => ({
  ...origin,
  localStorage: origin.localStorage.filter(({ name }) => name === 'session'),
  indexedDB: (origin.indexedDB ?? []).filter(({ name }) => name === 'firebaseLocalStorageDb'),
})

/** Runs in the page: returns whether the page has set the performance mark `usable`. */
export const isUsable = (): boolean => performance.getEntriesByName('usable').length > 0

/** Runs in the page: returns whether the page shows the number of entries. */
export const isCountShown = (): boolean => document.querySelector('[data-testid=log-count]') !== null

/** Runs in the page: returns whether the device has stored all entries of a user's journal. */
export const isJournalComplete = (uid: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(`journal:${uid}`)
    // The app has not created the database yet. Aborts `open`, which would create an empty database.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () =>
      opening.error?.name === 'AbortError' ? resolve(false) : reject(new Error('The journal cannot be opened.')),
    )
    opening.addEventListener('success', () => {
      const db = opening.result
      const sync = db.transaction('state').objectStore('state').get('sync')
      sync.addEventListener('success', () => {
        db.close()
        resolve(sync.result?.fill === null)
      })
    })
  })

export async function throttle(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

const PageMetrics = z.object({
  fcp: z.number(),
  lcp: z.number(),
  shift: z.number(),
  ready: z.number().optional(),
  long: z.array(z.object({ at: z.number(), took: z.number() })),
})

/**
 * The measurements of one load. `fcp`, `lcp` and `ready` are in milliseconds since navigation. `cls` is the cumulative
 * layout shift, a number without a unit.
 */
export type PageLoad = {
  readonly fcp: number
  readonly lcp: number
  readonly ready: number
  readonly tbt: number
  /**
   * The total blocking time since navigation, in milliseconds. `tbt` is the total blocking time since the first paint.
   */
  readonly block: number
  readonly cls: number
  /** The number of HTTP requests until the page was ready. */
  readonly requests: number
}

/**
 * Loads a URL with the network and the CPU of a slow phone, and measures the load.
 * @param ready runs in the page at every frame; returns whether the user can use the page
 */
export async function measureLoad(page: Page, url: string, ready: () => boolean): Promise<PageLoad> {
  await delay(SETTLES_MS)
  const devtools = await page.context().newCDPSession(page)
  await throttle(devtools)
  await page.addInitScript({ content: `window.isReady = ${String(ready)}` })
  await page.addInitScript(observe)
  const asked: number[] = []
  let last = Date.now()
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(Date.now())
    last = Date.now()
  })
  page.on('response', () => (last = Date.now()))
  const began = Date.now()
  await page.goto(url, { waitUntil: 'commit' })
  let seen = await readMetrics(devtools)
  const quietSince = () =>
    Date.now() - Math.max(last, began + Math.max(0, ...seen.long.map(({ at, took }) => at + took)))
  while (seen.ready === undefined || quietSince() < QUIET_MS) {
    if (Date.now() > began + READY_WITHIN_MS) throw new Error(`${url} is not ready.`)
    await delay(QUIET_MS / 4)
    seen = await readMetrics(devtools)
  }
  const readyAt = seen.ready
  await devtools.detach()
  const after = seen.long.filter(({ at, took }) => at + took > seen.fcp)
  return {
    fcp: seen.fcp,
    lcp: seen.lcp,
    ready: readyAt,
    tbt: totalBlockingTime(after.map(({ at, took }) => Math.min(took, at + took - seen.fcp))),
    block: totalBlockingTime(seen.long.map(({ took }) => took)),
    cls: seen.shift,
    requests: asked.filter((at) => at <= began + readyAt).length,
  }
}

const totalBlockingTime = (tasks: readonly number[]): number =>
  tasks.reduce((sum, took) => sum + Math.max(0, took - LONG_MS), 0)

/**
 * Uses the DevTools protocol directly, because Playwright's `evaluate` would also run 0.3 MB of Playwright's own code
 * in the page.
 */
async function readMetrics(devtools: CDPSession): Promise<z.infer<typeof PageMetrics>> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'JSON.stringify(window.seen())' })
  return PageMetrics.parse(JSON.parse(String(result.value)))
}

declare global {
  interface Window {
    seen?: () => unknown
    isReady?: () => boolean
    readyAt?: number | undefined
  }
}

/** Collects the metrics of a page. Runs in the page before any other script. */
function observe(): void {
  const long: { at: number; took: number }[] = []
  const shifts: { at: number; value: number }[] = []
  const seen = { fcp: 0, lcp: 0 }
  const on = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  on('longtask', ({ startTime, duration }) => long.push({ at: startTime, took: duration }))
  on('layout-shift', (entry) => {
    if ('value' in entry && typeof entry.value === 'number' && !('hadRecentInput' in entry && entry.hadRecentInput))
      shifts.push({ at: entry.startTime, value: entry.value })
  })
  const check = () => {
    if (window.isReady?.()) requestAnimationFrame(() => (window.readyAt ??= performance.now()))
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
  window.seen = () => ({
    ...seen,
    long,
    ready: window.readyAt,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  })
}
