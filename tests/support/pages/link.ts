import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Returns the connection status in the top bar. */
export const connectionStatus = (page: Page): Locator => page.getByRole('status', { name: 'Connection' })

/** Waits until the code of all screens is loaded. They then open offline as long as the page is not reloaded. */
export async function waitUntilPreloaded(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('preloaded').length), { timeout: 30_000 })
    .toBe(1)
}

/** Goes offline once all pages have preloaded their code. Every page must be signed in. */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await waitUntilPreloaded(page)
  await context.setOffline(true)
}

/** Waits until the service worker controls the page, so that the app opens offline. */
export async function isInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ''), { timeout: 30_000 })
    .toContain('/sw.js')
}
