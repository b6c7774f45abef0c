/* What somebody does on a screen that is painted while its code is still on the way. */
import type { Page } from '@playwright/test'
import { newAccount } from '#tests/support/accounts.ts'
import { app, expect, signIn, test } from '#tests/support/test.ts'

/** Keeps the app's code, or that of a part, from coming. @returns lets it come */
async function codeHeldBack(page: Page, part = 'core'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(String.raw`/assets/${part}-[\w-]+\.js$`), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('an account is created of what was typed, chosen and sent before the code was there', async ({ page, login }) => {
  const come = await codeHeldBack(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await login.choose('Create Account')
  await login.email.fill(`early-${Date.now()}@example.org`)
  await login.shared.check()
  await login.password.fill('correct horse')
  await login.password.press('Enter')
  await expect(page, 'nothing that was typed is in the address').toHaveURL(`${app()}/login`)
  come()
  await page.waitForURL(`${app()}/`)
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sharedDevice')), 'a shared device').not.toBeNull()
})

test('what was typed before the code was there is kept where the address says where to go afterwards', async ({
  page,
  login,
  account,
}) => {
  const come = await codeHeldBack(page)
  await page.goto('/login?next=%2Fsettings%3Ftab%3Daccount', { waitUntil: 'commit' })
  await login.email.fill(account.email)
  await login.password.fill(account.password)
  await login.password.press('Enter')
  come()
  await expect(page).toHaveURL(`${app()}/settings?tab=account`)
})

test('a key of the dashboard that was pressed before the code was there does what it is for', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  const come = await codeHeldBack(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'View Logs' }).click()
  come()
  await expect(page.getByText('No operation logs found.')).toBeVisible()
})

test('a key that was pressed before the code was there does what it is for, whatever the address shows', async ({
  page,
  dashboard,
}) => {
  await dashboard.write('#tagged by the early bird', 'FIELD')
  await expect(page.getByText('Log entry created successfully!')).toBeVisible()
  for (const shown of ['/?view=tags', '/?q=bird']) {
    await page.goto(shown)
    await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
    const come = await codeHeldBack(page)
    await page.reload({ waitUntil: 'commit' })
    await dashboard.newEntry.click()
    come()
    await expect(page.getByRole('dialog', { name: 'New Log Entry' })).toBeVisible()
  }
})

test('the key of the login music is there when it does something', async ({ page, login }) => {
  const come = await codeHeldBack(page, 'soon')
  await login.open()
  await login.choose('Create Account')
  await expect(page.getByRole('button', { name: 'Login music' }), 'the form can be used').toHaveCount(0)
  come()
  await page.getByRole('button', { name: 'Login music off' }).click()
  await expect(page.getByRole('button', { name: 'Login music on' })).toBeVisible()
})

test('a later visit is painted before its code is asked for', async ({ page }) => {
  await signIn(page, await newAccount())
  // From here on the browser has the code.
  await expect(page.locator('html[data-dressed]')).toBeVisible()
  await page.addInitScript(() => requestAnimationFrame(() => performance.mark('painted')))
  await page.reload()
  await expect(page.locator('[data-shell]'), 'the app is there').toHaveCount(0)
  const before = await page.evaluate(() => {
    const painted = performance.getEntriesByName('painted')[0]?.startTime ?? Infinity
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return { asked: asked.length > 0, early: asked.filter(({ startTime }) => startTime < painted).length }
  })
  expect(before).toEqual({ asked: true, early: 0 })
})

test('the page of a later visit asks for its typefaces itself, that of a first one leaves the line to its code', async ({
  page,
}) => {
  const asked = page.locator('link[rel=preload][as=font]')
  await signIn(page, await newAccount())
  await expect(page.locator('html[data-dressed]')).toBeVisible()
  await expect(asked).toHaveCount(0)
  await page.reload()
  await expect(asked).toHaveCount(2)
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  await expect.poll(loaded, 'what is asked for is what the screen is set in').toBe(2)
})

test('on a first visit the code of the session has the line before that of the dashboard', async ({ page }) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  await page.addInitScript(() => localStorage.removeItem('dressed'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // Without the core nobody but the page itself asks for more.
  const comeLast = await codeHeldBack(page)
  const come = await codeHeldBack(page, 'auth')
  const auth = page.waitForRequest(/\/assets\/auth-/)
  await page.reload({ waitUntil: 'load' })
  await auth
  expect(asked.filter((url) => /\/assets\/desk-/.test(url))).toEqual([])
  const desk = page.waitForRequest(/\/assets\/desk-/)
  come()
  await desk
  comeLast()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
})

test('the ground is drawn after the first paint', async ({ page }) => {
  await signIn(page, await newAccount())
  await page.addInitScript(() => {
    // What the first frame is painted with.
    requestAnimationFrame(() => performance.mark(getComputedStyle(document.body, '::before').display))
  })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body, '::before').display)
  await expect.poll(ground).toBe('block')
  expect(await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))).toContain('none')
})

test('the entries of somebody whose journal the device does not hold are asked for before the app is there', async ({
  page,
}) => {
  await signIn(page, await newAccount())
  await expect(page.getByRole('button', { name: 'View Logs' })).toBeVisible()
  // The session stays; what says whose journal is held goes.
  await page.addInitScript(() => localStorage.removeItem('firestoreCachedFor'))
  const come = await codeHeldBack(page)
  const asked = page.waitForRequest(/:runQuery/)
  await page.reload({ waitUntil: 'commit' })
  await asked
  await expect(page.locator('[data-shell]'), 'the app is not there').toHaveCount(1)
  come()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
})
