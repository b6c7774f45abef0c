/* Tests input on prerendered screens whose code has not loaded yet. */
import type { Page } from '@playwright/test'
import { newAccount } from '#tests/support/accounts.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

/** Delays loading of the code chunk `part`. @returns a function that ends the delay */
async function codeHeldBack(page: Page, part = 'core'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(String.raw`/assets/${part}-[\w-]+\.js$`), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('creates an account from values that a visitor entered before the code loaded', async ({ page, login }) => {
  const releaseCode = await codeHeldBack(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await login.choose('Create Account')
  await login.email.fill(`early-${Date.now()}@example.org`)
  await login.shared.check()
  await login.password.fill('correct horse')
  await login.password.press('Enter')
  await expect(page, 'the address, without the typed values').toHaveURL(`${appUrl()}/login`)
  releaseCode()
  await page.waitForURL(`${appUrl()}/`)
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  expect(
    await page.evaluate(() => sessionStorage.getItem('sharedDevice')),
    'the mark of a shared device',
  ).not.toBeNull()
})

test('signs in with values entered before the code loaded, and then opens the page in the `next` parameter', async ({
  page,
  login,
  account,
}) => {
  const releaseCode = await codeHeldBack(page)
  await page.goto('/login?next=%2Fsettings%3Ftab%3Daccount', { waitUntil: 'commit' })
  await login.email.fill(account.email)
  await login.password.fill(account.password)
  await login.password.press('Enter')
  releaseCode()
  await expect(page).toHaveURL(`${appUrl()}/settings?tab=account`)
})

test('handles a press of a dashboard button that happened before the code loaded', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  const releaseCode = await codeHeldBack(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'View Logs' }).click()
  releaseCode()
  await expect(page.getByText('No operation logs found.')).toBeVisible()
})

test('opens a new entry when the user pressed New Entry in the tags or in search results before the code loaded', async ({
  page,
  dashboard,
}) => {
  await dashboard.write('#tagged by the early bird', 'FIELD')
  await expect(page.getByText('Log entry created successfully!')).toBeVisible()
  for (const shown of ['/?view=tags', '/?q=bird']) {
    await page.goto(shown)
    await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
    const releaseCode = await codeHeldBack(page)
    await page.reload({ waitUntil: 'commit' })
    await dashboard.newEntry.click()
    releaseCode()
    await expect(page.getByRole('dialog', { name: 'New Log Entry' })).toBeVisible()
  }
})

test('shows the button for login music only after the code of the button has loaded', async ({ page, login }) => {
  const releaseCode = await codeHeldBack(page, 'soon')
  await login.open()
  await login.choose('Create Account')
  await expect(page.getByRole('button', { name: 'Login music' }), 'the button before its code has loaded').toHaveCount(
    0,
  )
  releaseCode()
  await page.getByRole('button', { name: 'Login music off' }).click()
  await expect(page.getByRole('button', { name: 'Login music on' })).toBeVisible()
})

test('paints the page before requesting code on a repeat visit', async ({ page }) => {
  await signIn(page, await newAccount())
  // Once the web fonts have loaded, the code is in the browser's cache.
  await expect(page.locator('html[data-web-fonts]')).toBeVisible()
  await page.addInitScript(() => requestAnimationFrame(() => performance.mark('painted')))
  await page.reload()
  await expect(page.locator('[data-shell]'), 'the prerendered shell after hydration').toHaveCount(0)
  const before = await page.evaluate(() => {
    const painted = performance.getEntriesByName('painted')[0]?.startTime ?? Infinity
    const requested = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return { isRequested: requested.length > 0, early: requested.filter(({ startTime }) => startTime < painted).length }
  })
  expect(before).toEqual({ isRequested: true, early: 0 })
})

test('preloads web fonts on a repeat visit only, because the code needs the bandwidth on the first visit', async ({
  page,
}) => {
  const preloads = page.locator('link[rel=preload][as=font]')
  await signIn(page, await newAccount())
  await expect(page.locator('html[data-web-fonts]')).toBeVisible()
  await expect(preloads).toHaveCount(0)
  await page.reload()
  await expect(preloads).toHaveCount(2)
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  await expect.poll(loaded, 'the number of loaded fonts').toBe(2)
})

test('loads the session code before the dashboard code on a first visit', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  await page.addInitScript(() => localStorage.removeItem('dressed'))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  // While the core code chunk is delayed, only scripts in the HTML page can request more code.
  const comeLast = await codeHeldBack(page)
  const releaseCode = await codeHeldBack(page, 'auth')
  const auth = page.waitForRequest(/\/assets\/auth-/)
  await page.reload({ waitUntil: 'load' })
  await auth
  expect(requested.filter((url) => /\/assets\/desk-/.test(url))).toEqual([])
  const desk = page.waitForRequest(/\/assets\/desk-/)
  releaseCode()
  await desk
  comeLast()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
})

test('draws the background only after the first paint', async ({ page }) => {
  await signIn(page, await newAccount())
  await page.addInitScript(() => {
    // Records whether the first frame shows the background (`block`) or not (`none`).
    requestAnimationFrame(() => performance.mark(getComputedStyle(document.body, '::before').display))
  })
  await page.goto('/')
  const artwork = () => page.evaluate(() => getComputedStyle(document.body, '::before').display)
  await expect.poll(artwork).toBe('block')
  expect(await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))).toContain('none')
})

test('if the device has no copy of the journal, requests the initial entries before the code has loaded', async ({
  page,
}) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  // Keeps the session, but removes the id of the user whose journal is cached on the device.
  await page.addInitScript(() => localStorage.removeItem('firestoreCachedFor'))
  const releaseCode = await codeHeldBack(page)
  const queryRequest = page.waitForRequest(/:runQuery/)
  await page.reload({ waitUntil: 'commit' })
  await queryRequest
  await expect(page.locator('[data-shell]'), 'the prerendered shell before hydration').toHaveCount(1)
  releaseCode()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
})
