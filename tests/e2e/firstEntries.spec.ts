import type { Page } from '@playwright/test'
import { connectionStatus } from '#tests/support/pages/connection.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const DATABASE = '**/assets/journalOf-*.js'

/** Delays requests to an address. @returns a function that ends the delay */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('shows the newest entries on a new device before the database code has loaded', async ({
  page,
  login,
  account,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'here already', time: Date.now() }])
  const release = await hold(page, DATABASE)
  await login.open()
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${appUrl()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  const card = page.getByRole('article').filter({ hasText: 'here already' })
  await expect(card).toBeVisible()
  await expect(page.getByTestId('log-count')).toHaveText('1')
  release()
  await seed(account.uid, [{ id: 'two', content: 'came live', time: Date.now() }])
  await expect(page.getByRole('article').filter({ hasText: 'came live' })).toBeVisible()
  await expect(page.getByTestId('log-count')).toHaveText('2')
})

test('shows the initial entries even when they arrive after the app has stopped waiting for them', async ({
  page,
  login,
  account,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'here already', time: Date.now() }])
  const sendDatabase = await hold(page, DATABASE)
  const sendFirstPage = await hold(page, '**:runQuery?*')
  await login.open()
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${appUrl()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  // This status shows that the app no longer waits for the initial entries.
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  sendFirstPage()
  await expect(page.getByRole('article').filter({ hasText: 'here already' })).toBeVisible()
  sendDatabase()
  await expect(connectionStatus(page)).toHaveText('Online')
})

test('requests no initial entries on a device that has a copy of the journal', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'kept here', time: Date.now() }])
  await dashboard.showLogs()
  await expect(dashboard.card('kept here')).toBeVisible()
  const cachedFor = () => page.evaluate(() => localStorage.getItem('firestoreCachedFor'))
  await expect.poll(cachedFor).toBe(account.uid)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.card('kept here')).toBeVisible()
  // The journal still requests recent changes, but no request asks for the newest entries.
  const queries = asked.filter((request) => request.includes(':runQuery'))
  expect(queries.filter((request) => request.includes('"timestamp"'))).toEqual([])
})

test('shows entries from the database when the initial entries cannot be read', async ({
  page,
  login,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'comes all the same', time: Date.now() }])
  await page.route('**:runQuery', (route) => route.abort())
  await login.open()
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${appUrl()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'comes all the same' })).toBeVisible()
})
