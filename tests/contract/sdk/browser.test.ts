/* Runs all cases with the Web SDK in Chromium, where the SDK uses WebChannel and REST. Also tests several tabs. */
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserOptions } from '#tests/support/browser.ts'
import { contractServer, type ContractServer } from '#tests/support/contractServer.ts'
import { CASES } from './cases.ts'
import type { ContractPage } from './page.ts'

declare const contract: ContractPage
declare const write: (id: string) => Promise<void>

let server: ContractServer
let vite: ViteDevServer
let browser: Browser
let url: string
beforeAll(async () => {
  server = await contractServer()
  vite = await createServer({
    configFile: false,
    root: path.resolve(import.meta.dirname, '../../..'),
    cacheDir: 'node_modules/.vite-contract',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { include: ['firebase/app', 'firebase/firestore'], entries: [] },
    logLevel: 'error',
  })
  await vite.listen()
  url = `${vite.resolvedUrls?.local[0]}tests/contract/sdk/page.html`
  browser = await chromium.launch(browserOptions())
}, 60_000)
afterAll(async () => {
  await browser.close()
  await vite.close()
  await server.close()
})

const loaded = async (page: Page): Promise<Page> => {
  await page.goto(url)
  await page.waitForFunction(() => 'contract' in window)
  return page
}

describe.each([
  ['streaming', {}],
  ['long polling', { experimentalForceLongPolling: true }],
])('the Web SDK with %s', (_, settings) => {
  let page: Page
  beforeEach(async () => {
    page = await loaded(await browser.newPage())
  })
  afterEach(() => page.context().close())

  test.each(Object.keys(CASES))(
    'case: %s',
    async (name) => {
      await page.evaluate(([address, wanted, own]) => contract.runCase(address, wanted, own), [
        server.address,
        name,
        settings,
      ] as const)
    },
    60_000,
  )
})

test('six tabs share one connection, and every tab receives the writes of all tabs', { timeout: 60_000 }, async () => {
  const context = await browser.newContext()
  const project = `demo-${Date.now()}`
  const tabs = await Promise.all(Array.from({ length: 6 }, async () => loaded(await context.newPage())))
  for (const tab of tabs)
    await tab.evaluate(([address, name]) => contract.openTab(address, name), [server.address, project] as const)
  const writes = tabs.map((tab, index) => tab.evaluate((id) => write(id), `from${index}`))
  for (const tab of tabs)
    await expect.poll(() => tab.textContent('body'), { timeout: 30_000 }).toBe('from0 from1 from2 from3 from4 from5')
  // The server acknowledges the writes of all tabs, not only those of the tab that has the connection.
  await Promise.all(writes)
  await context.close()
})
