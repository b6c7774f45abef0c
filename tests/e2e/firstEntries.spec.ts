import type { Page } from '@playwright/test'
import { connectionStatus } from '#tests/support/pages/link.ts'
import { seed } from '#tests/support/stored.ts'
import { app, expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const DATABASE = '**/assets/logs-*.js'

/** Keeps what is asked for there waiting until it is released. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a new device shows the newest entries before the database has been loaded', async ({ page, login, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'here already', time: Date.now() }])
  const release = await hold(page, DATABASE)
  await login.open()
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${app()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  const card = page.getByRole('article').filter({ hasText: 'here already' })
  await expect(card).toBeVisible()
  await expect(page.getByTestId('log-count')).toHaveText('1')
  release()
  await seed(account.uid, [{ id: 'two', content: 'came live', time: Date.now() }])
  await expect(page.getByRole('article').filter({ hasText: 'came live' })).toBeVisible()
  await expect(page.getByTestId('log-count')).toHaveText('2')
})

test('the newest entries show however late they come', async ({ page, login, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'here already', time: Date.now() }])
  const sendDatabase = await hold(page, DATABASE)
  const sendFirstPage = await hold(page, '**:runQuery?*')
  await login.open()
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${app()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  // Nobody waits for them any more.
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  sendFirstPage()
  await expect(page.getByRole('article').filter({ hasText: 'here already' })).toBeVisible()
  sendDatabase()
  await expect(connectionStatus(page)).toHaveText('Online')
})

test('a device that holds the journal asks for no first page', async ({ page, dashboard, account }) => {
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
  // The search asks for what was changed since; nobody asks for the newest entries.
  const queries = asked.filter((request) => request.includes(':runQuery'))
  expect(queries.filter((request) => request.includes('"timestamp"'))).toEqual([])
})

test('where the first page cannot be read, the database brings it', async ({
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
  await page.waitForURL(`${app()}/`)
  await page.getByRole('button', { name: 'View Logs' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'comes all the same' })).toBeVisible()
})
