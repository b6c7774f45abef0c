import { test } from '@playwright/test'
import { runInBrowser, NAVIGATION_ERRORS } from '#tests/support/browsers/session.ts'
import { Walker } from '#tests/support/browsers/walker.ts'
import { connectionStatus, signIn } from '#tests/support/browsers/walkThroughApp.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { requiredVariable } from '#tests/support/requiredVariable.ts'
import { startFakeServer } from '#tests/support/fakeServer.ts'
import { seed } from '#tests/support/stored.ts'

const NAVIGATIONS = 20

test('shows the status Online in WebKit after each of many navigations between pages', async () => {
  const account = await newAccount()
  await seed(account.uid, [{ id: 'one', content: 'Fuel for the generator', time: Date.now() }])
  const outside = await startFakeServer((_request, _body, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>')
  }, 0)
  const app = requiredVariable('E2E_APP')
  const addresses = [`${app}/settings`, `${app}/`, outside.url, `${app}/logs/one`]
  try {
    await runInBrowser('webkit', { width: 1440, height: 900 }, NAVIGATION_ERRORS, async ({ driver: { tab } }) => {
      const page = new Walker(tab)
      await tab.open(`${app}/login`)
      await signIn(page, 'Sign In', account)
      for (let navigation = 0; navigation < NAVIGATIONS; navigation++) {
        const address = addresses[navigation % addresses.length] ?? app
        await tab.open(address)
        if (address !== outside.url) await page.expectText(connectionStatus, 'Online')
      }
    })
  } finally {
    await outside.close()
  }
})
