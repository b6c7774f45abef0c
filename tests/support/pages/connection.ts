import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Returns the connection status in the top bar. */
export const connectionStatus = (page: Page): Locator => page.getByRole('status', { name: 'Connection' })

/** Waits until the code of all screens is loaded, so that they open offline until the page is reloaded. */
export async function waitUntilPreloaded(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('preloaded').length), { timeout: 30_000 })
    .toBe(1)
}

/** Takes the browser offline when all pages have preloaded their code. A user must be signed in on every page. */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await waitUntilPreloaded(page)
  await context.setOffline(true)
}

/** Waits until the service worker controls the page, so that the app opens offline. */
export async function waitUntilServiceWorkerControls(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ''), { timeout: 30_000 })
    .toContain('/sw.js')
}
