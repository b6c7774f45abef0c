/* Input on prerendered screens before their code has loaded. */
import type { Page } from '@playwright/test'
import { newAccount } from '#tests/support/accounts.ts'
import { app, expect, signIn, test } from '#tests/support/test.ts'

/** Delays the app's code, or one code chunk. @returns a function that releases it */
async function codeHeldBack(page: Page, part = 'core'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(String.raw`/assets/${part}-[\w-]+\.js$`), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('creates an account from input that was given before the code loaded', async ({ page, login }) => {
  const releaseCode = await codeHeldBack(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await login.choose('Create Account')
  await login.email.fill(`early-${Date.now()}@example.org`)
  await login.shared.check()
  await login.password.fill('correct horse')
  await login.password.press('Enter')
  await expect(page, 'the address, without the typed values').toHaveURL(`${app()}/login`)
  releaseCode()
  await page.waitForURL(`${app()}/`)
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  expect(
    await page.evaluate(() => sessionStorage.getItem('sharedDevice')),
    'the mark of a shared device',
  ).not.toBeNull()
})

test('keeps input that was given before the code loaded when the address contains a `next` parameter', async ({
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
  await expect(page).toHaveURL(`${app()}/settings?tab=account`)
})

test('performs a button press on the dashboard that happened before the code loaded', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  const releaseCode = await codeHeldBack(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'View Logs' }).click()
  releaseCode()
  await expect(page.getByText('No operation logs found.')).toBeVisible()
})

test('opens a new entry for a press that happened before the code loaded, in every view', async ({
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

test('shows the button for login music only when its code has loaded', async ({ page, login }) => {
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

test('paints a repeat visit before it requests code', async ({ page }) => {
  await signIn(page, await newAccount())
  // From here on the code is in the browser's cache.
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

test('preloads web fonts on a repeat visit, but not on a first visit, where the code needs the bandwidth', async ({
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
  // Without the core chunk, only the page itself requests more code.
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

test('draws the background after the first paint', async ({ page }) => {
  await signIn(page, await newAccount())
  await page.addInitScript(() => {
    // The style that the first frame is painted with.
    requestAnimationFrame(() => performance.mark(getComputedStyle(document.body, '::before').display))
  })
  await page.goto('/')
  const artwork = () => page.evaluate(() => getComputedStyle(document.body, '::before').display)
  await expect.poll(artwork).toBe('block')
  expect(await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))).toContain('none')
})

test('requests initial entries before the app has loaded when the device has no local journal', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  // Keeps the session, but removes the record of whose journal is cached.
  await page.addInitScript(() => localStorage.removeItem('firestoreCachedFor'))
  const releaseCode = await codeHeldBack(page)
  const queryRequest = page.waitForRequest(/:runQuery/)
  await page.reload({ waitUntil: 'commit' })
  await queryRequest
  await expect(page.locator('[data-shell]'), 'the prerendered shell before hydration').toHaveCount(1)
  releaseCode()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
})
