import { goOffline, waitUntilServiceWorkerControls, connectionStatus } from '#tests/support/pages/connection.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'

test.use({ serviceWorkers: 'allow' })

test('opens, reads, searches, writes, edits and deletes entries offline, and sends all changes when the network returns', async ({
  page,
  context,
  browser,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [
    { id: 'one', content: 'Fuel for the generator', time: Date.now() - 3000 },
    { id: 'two', content: 'Rope and canvas', time: Date.now() - 2000 },
    { id: 'three', content: 'Radio check failed', time: Date.now() - 1000 },
  ])
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(connectionStatus(page)).toHaveText('Online')
  await waitUntilServiceWorkerControls(page)

  await goOffline(context)
  await page.goto('/')
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(connectionStatus(page)).toHaveText('Offline')

  await dashboard.card('Rope and canvas').getByRole('link').click()
  // Waits until the list is unmounted, because the rows of the list are articles too.
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await back.waitFor()
  await expect(page.getByRole('article')).toContainText('Rope and canvas')
  await back.click()
  await dashboard.showLogs()
  await dashboard.search.fill('generator')
  await expect(dashboard.cards).toHaveCount(1)
  await dashboard.search.fill('')
  await dashboard.write('Written far from any mast', 'FIELD')
  await expect(dashboard.card('far from any mast').getByText('queued')).toBeVisible()
  await expect(connectionStatus(page)).toHaveText('Offline, 1 queued')
  await dashboard.card('Rope and canvas').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Content').fill('Rope, canvas and pegs')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('Rope, canvas and pegs').getByText('queued')).toBeVisible()
  await dashboard.remove(dashboard.card('Radio check failed'))
  await expect(dashboard.cards).toHaveCount(3)

  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(connectionStatus(page)).toHaveText('Offline, 2 queued')
  await dashboard.logOut()
  await expect(page.getByRole('alertdialog', { name: 'Unsaved data on this device' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Online', { timeout: 30_000 })
  const elsewhere = await browser.newContext({ baseURL: appUrl() })
  const far = await elsewhere.newPage()
  await signIn(far, account)
  const there = new Dashboard(far)
  await there.showLogs()
  await expect(there.cards).toHaveCount(3)
  await expect(there.card('Rope, canvas and pegs')).toBeVisible()
  await expect(there.card('Written far from any mast')).toBeVisible()
  await elsewhere.close()
})

test('shows a queued deletion in the connection status', async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'Goes away', time: Date.now() }])
  await dashboard.showLogs()
  await expect(connectionStatus(page)).toHaveText('Online')
  await waitUntilServiceWorkerControls(page)
  await goOffline(context)
  await expect(connectionStatus(page)).toHaveText('Offline')
  await dashboard.remove(dashboard.card('Goes away'))
  // The row disappears once the deletion is persisted on the device.
  await expect(dashboard.card('Goes away')).toHaveCount(0)
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  await page.reload()
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Online', { timeout: 30_000 })
})

test('shows the login page to an offline visitor, and explains why signing in fails', async ({
  page,
  context,
  dashboard,
  login,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await expect(dashboard.newEntry).toBeVisible()
  await waitUntilServiceWorkerControls(page)
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  await context.setOffline(true)
  await page.goto('/login')
  const { email, password } = await newAccount()
  await login.fill(email, password)
  await expect(login.error).toContainText(/network/i)
})

test('exports the whole journal offline, including queued entries and entries that the list never loaded', async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  const time = Date.now()
  await seed(
    account.uid,
    Array.from({ length: 120 }, (_, index) => ({
      id: `e${index}`,
      content: `Patrol ${index}`,
      time: time - (index + 1) * 60_000,
    })),
  )
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('"Patrol 119"')
  await expect(dashboard.cards).toHaveCount(1)
  await expect(dashboard.panel.getByText('read so far')).toBeHidden()
  await dashboard.search.fill('')
  await goOffline(context)
  await dashboard.write('Written far from any mast', 'FIELD')
  const { text } = await dashboard.exportText()
  expect(text.match(/Patrol \d+$/gm)).toHaveLength(120)
  expect(text).toMatch(/Written far from any mast\n$/)
})
