/* Runs all cases with the Web SDK in Chromium, where the SDK uses WebChannel and REST. Also tests several tabs. */
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserModules, type BrowserModules } from '#tests/support/browserModules.ts'
import { contractServer, type ContractServer } from '#tests/support/contractServer.ts'
import { CASES } from './cases.ts'
import type { ContractPage } from './page.ts'

declare const contract: ContractPage
declare const write: (id: string) => Promise<void>

let server: ContractServer
let modules: BrowserModules
beforeAll(async () => {
  server = await contractServer()
  modules = await browserModules(['firebase/app', 'firebase/firestore'])
}, 60_000)
afterAll(async () => {
  await modules.close()
  await server.close()
})

const loaded = (page: Page): Promise<Page> => modules.load(page, 'tests/contract/sdk/page.html')

describe.each([
  ['streaming', {}],
  ['long polling', { experimentalForceLongPolling: true }],
])('the Web SDK with %s', (_, settings) => {
  let page: Page
  beforeEach(async () => {
    page = await loaded(await modules.browser.newPage())
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
  const context = await modules.browser.newContext()
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
