import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { storedContentsOf, seed } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

test.describe('a visitor', () => {
  for (const path of ['/', '/protected', '/logs/abc', '/settings?tab=account'])
    test(`redirects a visitor from ${path} to the login`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login/)
    })

  test('asks a visitor to log in when they open the page for a new entry', async ({ page }) => {
    await page.goto('/logs/new')
    await expect(page.getByText('Please log in to create a new log.')).toBeVisible()
  })

  test('opens the requested page after a visitor signs in', async ({ page, login, account }) => {
    await page.goto('/settings?tab=account')
    await login.signIn(account.email, account.password)
    await expect(page).toHaveURL(`${appUrl()}/settings?tab=account`)
    await expect(page.getByText(account.email)).toBeVisible()
  })

  test('ignores a `next` parameter that leads to another site', async ({ page, login, account }) => {
    await login.open('?next=//example.com/x')
    await login.signIn(account.email, account.password)
    await expect(page).toHaveURL(`${appUrl()}/`)
  })

  for (const path of ['/test', '/simple', '/test-dashboard'])
    test(`shows ${path} to a visitor without reading data`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(path)
      await expect(page.locator('#root')).not.toBeEmpty()
      await page.waitForLoadState('networkidle')
      expect(asked.filter((url) => url.includes('google.firestore'))).toEqual([])
    })

  test('shows a not-found page to a visitor who opens an unknown address', async ({ page }) => {
    await page.goto('/nowhere/2019')
    await expect(page.getByRole('heading', { name: 'Log Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Log Not Found · SITREP')
    await page.getByRole('link', { name: 'Return to Base' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test.describe('a signed-in user', () => {
  test('redirects a signed-in user who opens /login or /dashboard to the dashboard at /', async ({
    page,
    dashboard,
  }) => {
    await page.goto('/login')
    await expect(page).toHaveURL(`${appUrl()}/`)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(`${appUrl()}/`)
    await expect(dashboard.newEntry).toBeVisible()
  })

  test('signs in with Google', async ({ page, login }) => {
    await login.open()
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await page.waitForURL(`${appUrl()}/`)
    await expect(page.getByText('google.user@example.com').first()).toBeVisible()
  })

  test('keeps sound and terminal effects off after a reload, and closes the settings when the user presses Escape', async ({
    page,
    dashboard,
  }) => {
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await page.getByRole('switch', { name: 'Terminal effects' }).click()
    await page.getByRole('button', { name: 'Sound on' }).click()
    await expect(page.getByRole('switch', { name: 'Sound effects' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${appUrl()}/`)
    await page.reload()
    await expect(dashboard.newEntry).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sound off' })).toBeVisible()
    await expect(page.locator('.crt')).toHaveCount(0)
  })

  test('asks a user to contact support when the user tries to delete the account', async ({ page, dashboard }) => {
    await expect(dashboard.newEntry).toBeVisible()
    await page.goto('/settings?tab=account')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Account deletion requires verification. Please contact support for assistance.',
    )
  })

  test('keeps the user signed in when the identity service fails at startup', async ({
    page,
    dashboard,
    account,
    expectedErrors,
  }) => {
    await expect(dashboard.newEntry).toBeVisible()
    expectedErrors.push(/status of 503/)
    await page.route(/\/v1\/accounts:lookup|\/v1\/token/, (route) =>
      route.fulfill({ status: 503, json: { error: { code: 503, message: 'UNAVAILABLE', status: 'UNAVAILABLE' } } }),
    )
    const failed = page.waitForResponse((response) => response.status() === 503)
    await page.reload()
    await failed
    await dashboard.write('Written while the identity service is down.', 'INTEL')
    await expect.poll(() => storedContentsOf(account.uid)).toEqual(['Written while the identity service is down.'])
    await page.unrouteAll()
    await page.goto('/settings?tab=account')
    await expect(page.getByText(account.email)).toBeVisible()
  })

  test('signs the user out when the identity service does not answer, and keeps the user signed out', async ({
    page,
    dashboard,
    account,
    login,
  }) => {
    await expect(dashboard.newEntry).toBeVisible()
    const settings = new Settings(page)
    const asked = page.waitForRequest('**/accounts:lookup?**')
    // The test never answers this request. The SDK waits half a minute for the answer before it runs anything else.
    await page.route('**/accounts:lookup?**', () => {})
    await settings.open('account')
    await asked
    await settings.menu.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(`${appUrl()}/login`)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await page.unrouteAll()
    await page.reload()
    await login.signIn(account.email, account.password)
    await expect(dashboard.newEntry).toBeVisible()
    await page.reload()
    await expect(dashboard.newEntry).toBeVisible()
    await expect(page).toHaveURL(`${appUrl()}/`)
  })

  test('removes the journal from the device when the user signs out', async ({ page, dashboard, account, login }) => {
    await dashboard.write('a secret that must not stay', 'INTEL')
    await dashboard.showLogs()
    await expect(dashboard.card('a secret')).toBeVisible()
    await dashboard.logOut()
    await page.waitForURL(/\/login/)
    await expect
      .poll(() =>
        page.evaluate(
          async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('firestore')).length,
        ),
      )
      .toBe(0)
    await login.signIn(account.email, account.password)
    await dashboard.showLogs()
    await expect(dashboard.card('a secret')).toBeVisible()
  })
})

test('hides an entry from other users, even from a user who opens the address of the entry', async ({
  page,
  browser,
  dashboard,
  account,
}) => {
  await seed(account.uid, [{ id: 'canary', content: 'canary of the first', time: Date.now() }])
  await dashboard.showLogs()
  await expect(dashboard.card('canary')).toBeVisible()
  const context = await browser.newContext({ baseURL: appUrl() })
  const other = await context.newPage()
  await signIn(other, await newAccount())
  await other.goto('/logs/canary')
  await expect(other.getByRole('heading', { name: 'Log not found' })).toBeVisible()
  await other.getByRole('button', { name: 'Back to Dashboard' }).click()
  const theirs = new Dashboard(other)
  await theirs.showLogs()
  await expect(other.getByText('No operation logs found.')).toBeVisible()
  await expect(other.getByText('canary')).toHaveCount(0)
  await context.close()
  await expect(page.getByText('canary of the first')).toBeVisible()
})
