import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The lamp in the top bar. */
export const connectionStatus = (page: Page): Locator => page.getByRole('status', { name: 'Connection' })

/** The code of all screens is in the page: they open without a network as long as it is not loaded again. */
export async function waitUntilPreloaded(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('preloaded').length), { timeout: 30_000 })
    .toBe(1)
}

/** Takes the network away, once every page of somebody signed in can do without it. */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await waitUntilPreloaded(page)
  await context.setOffline(true)
}

/** From now on the app opens without a network: its worker has all files, and this page. */
export async function isInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ''), { timeout: 30_000 })
    .toContain('/sw.js')
}
