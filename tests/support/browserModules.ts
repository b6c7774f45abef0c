import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createServer } from 'vite'
import { browserOptions } from './browser.ts'

/** A browser whose pages can import the modules of the project. */
export type BrowserModules = {
  readonly browser: Browser
  /** Loads an HTML file of the project, such as `tests/contract/sdk/page.html`. */
  load(page: Page, file: string): Promise<Page>
  close(): Promise<void>
}

/** @param packages the packages that the pages import */
export async function browserModules(packages: string[]): Promise<BrowserModules> {
  const vite = await createServer({
    configFile: false,
    root: path.resolve(import.meta.dirname, '../..'),
    cacheDir: `node_modules/.vite-contract/${packages.at(-1)?.replaceAll('/', '-')}`,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { include: packages, entries: [] },
    logLevel: 'error',
  })
  await vite.listen()
  const browser = await chromium.launch(browserOptions())
  return {
    browser,
    async load(page, file) {
      await page.goto(`${vite.resolvedUrls?.local[0]}${file}`)
      await page.waitForFunction(() => 'contract' in window)
      return page
    },
    async close() {
      await browser.close()
      await vite.close()
    },
  }
}
