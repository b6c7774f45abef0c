import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The lamp in the top bar. */
export const link = (page: Page): Locator => page.getByRole('status', { name: 'Connection' })

/** From now on the app opens without a network: its worker has all files, and this page. */
export async function isInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ''), { timeout: 30_000 })
    .toContain('/sw.js')
}
