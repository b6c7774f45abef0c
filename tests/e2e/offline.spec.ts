import { goOffline, isInstalled, connectionStatus } from '#tests/support/pages/link.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { app, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'

test.use({ serviceWorkers: 'allow' })

test('in airplane mode the app opens, and entries are read, searched, written, edited and deleted; back online all is sent', async ({
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
  await isInstalled(page)

  await goOffline(context)
  await page.goto('/')
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(connectionStatus(page)).toHaveText('Offline')

  // Read.
  await dashboard.card('Rope and canvas').getByRole('link').click()
  // The list has articles too, until it has gone.
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await back.waitFor()
  await expect(page.getByRole('article')).toContainText('Rope and canvas')
  await back.click()
  // Search.
  await dashboard.showLogs()
  await dashboard.search.fill('generator')
  await expect(dashboard.cards).toHaveCount(1)
  await dashboard.search.fill('')
  // Write.
  await dashboard.write('Written far from any mast', 'FIELD')
  await expect(dashboard.card('far from any mast').getByText('queued')).toBeVisible()
  await expect(connectionStatus(page)).toHaveText('Offline, 1 queued')
  // Edit.
  await dashboard.card('Rope and canvas').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Content').fill('Rope, canvas and pegs')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('Rope, canvas and pegs').getByText('queued')).toBeVisible()
  // Delete.
  await dashboard.remove(dashboard.card('Radio check failed'))
  await expect(dashboard.cards).toHaveCount(3)

  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(connectionStatus(page)).toHaveText('Offline, 2 queued')
  await dashboard.logOut()
  await expect(page.getByRole('alertdialog', { name: 'Not everything is sent' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Online', { timeout: 30_000 })
  const elsewhere = await browser.newContext({ baseURL: app() })
  const far = await elsewhere.newPage()
  await signIn(far, account)
  const there = new Dashboard(far)
  await there.showLogs()
  await expect(there.cards).toHaveCount(3)
  await expect(there.card('Rope, canvas and pegs')).toBeVisible()
  await expect(there.card('Written far from any mast')).toBeVisible()
  await elsewhere.close()
})

test('what only waits to be deleted is told as well', async ({ page, context, dashboard, account, expectedErrors }) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'Goes away', time: Date.now() }])
  await dashboard.showLogs()
  await expect(connectionStatus(page)).toHaveText('Online')
  await isInstalled(page)
  await goOffline(context)
  await expect(connectionStatus(page)).toHaveText('Offline')
  await dashboard.remove(dashboard.card('Goes away'))
  // The row goes when the device has it for good.
  await expect(dashboard.card('Goes away')).toHaveCount(0)
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  await page.reload()
  await expect(connectionStatus(page)).toHaveText('Offline, queued')
  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Online', { timeout: 30_000 })
})

test('a visitor who is offline sees the door, and is told why it does not open', async ({
  page,
  context,
  dashboard,
  login,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await expect(dashboard.newEntry).toBeVisible()
  await isInstalled(page)
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  await context.setOffline(true)
  await page.goto('/login')
  const { email, password } = await newAccount()
  await login.fill(email, password)
  await expect(login.error).toContainText(/network/i)
})

test('offline an export has the whole journal, what the list has never shown and what is queued too', async ({
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
