import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { waitUntilServiceWorkerControls } from '#tests/support/pages/connection.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { startTestHosting, type OwnHosting } from '#tests/support/testHosting.ts'
import { startPersistentBrowser } from '#tests/support/persistentBrowser.ts'
import { newAccount, type Account } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Returns the address of the running app's entry chunk, which is different in each version. */
const version = (page: Page) => page.evaluate(() => document.getElementById('entry')?.getAttribute('href') ?? '')
const offer = (page: Page) => page.getByRole('button', { name: 'New version: reload' })

const Manifest = z.object({
  name: z.literal('SITREP'),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.optional(z.string()) })),
})

test('meets all installability criteria of the browser', async () => {
  const profile = mkdtempSync(path.join(tmpdir(), 'sitrep-installed-'))
  // Only a persistent browser can install an app. The other tests use private browser contexts.
  const browser = await startPersistentBrowser(profile)
  try {
    const page = await browser.context.newPage()
    await page.goto(`${appUrl()}/login`)
    const { email, password } = await newAccount()
    await new LoginPage(page).signIn(email, password)
    await waitUntilServiceWorkerControls(page)
    const devtools = await browser.context.newCDPSession(page)
    expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    const { errors, data = '' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons } = Manifest.parse(JSON.parse(data))
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = await createImageBitmap(await (await fetch(address)).blob())
        return `${image.width}x${image.height}`
      }, src)
      expect(size, src).toBe(sizes)
    }
  } finally {
    await browser.kill()
    rmSync(profile, { recursive: true, force: true })
  }
})

test.describe('a new version', () => {
  // The tests share one deployment, because each deployment needs a second build of the app.
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let hosting: OwnHosting
  test.beforeAll(async () => {
    hosting = await startTestHosting()
  })
  test.afterAll(() => hosting.close())

  const open = async (page: Page, account: Account) => {
    await page.goto(`${hosting.url}/login`)
    await new LoginPage(page).signIn(account.email, account.password)
    await page.getByRole('button', { name: 'New Entry', exact: true }).waitFor()
    await waitUntilServiceWorkerControls(page)
  }
  const lookForUpdates = (page: Page) =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

  test('installs a new version only when the user asks for it, and keeps the text that is being written', async ({
    page,
    context,
    account,
  }) => {
    await seed(account.uid, [{ id: 'one', content: 'As it was', time: Date.now() }])
    await open(page, account)
    const tab = await context.newPage()
    await tab.goto(`${hosting.url}/logs/one?edit=true`)
    await tab.getByLabel('Content').fill('Typed in the other tab')
    await page.goto(`${hosting.url}/logs/new`)
    await page.getByLabel('Message').fill('Half a thought')
    const old = await version(page)

    hosting.deployNext()
    await lookForUpdates(page)
    await expect(offer(page)).toBeVisible()
    await expect(offer(tab)).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Half a thought')
    expect(await version(page), 'the version before the user accepts the update').toBe(old)

    await tab.getByLabel('Content').fill('Typed in the other tab, and then some')
    await offer(tab).click()
    await expect.poll(() => version(tab).catch(() => old)).not.toBe(old)
    await expect(tab.getByLabel('Content')).toHaveValue('Typed in the other tab, and then some')
    await expect(offer(tab)).toBeHidden()

    expect(await version(page), 'the version in the first tab').toBe(old)
    await page.getByLabel('Message').pressSequentially(', now whole')
    await page.keyboard.press('Escape')
    await offer(page).click()
    await expect.poll(() => version(page).catch(() => old)).not.toBe(old)
    await page.getByRole('button', { name: 'New Entry', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '1 draft' }).click()
    await expect(dialog.getByRole('group', { name: 'Draft from ' })).toContainText('Half a thought, now whole')
  })

  test('does not offer an update to a page that already runs the new version', async ({ page, account }) => {
    await open(page, account)
    await page.evaluate(() => {
      const { postMessage } = ServiceWorker.prototype
      ServiceWorker.prototype.postMessage = function (message: unknown) {
        document.documentElement.dataset['told'] = JSON.stringify(message)
        Reflect.apply(postMessage, this, [message])
      }
    })
    hosting.deployWorker()
    await lookForUpdates(page)
    await expect(page.locator('html')).toHaveAttribute('data-told', /SKIP_WAITING/)
    await expect(offer(page)).toBeHidden()
  })

  test('updates the app even when the service worker ignores the request to skip waiting', async ({
    page,
    account,
  }) => {
    await open(page, account)
    const old = await version(page)
    await page.evaluate(() => {
      ServiceWorker.prototype.postMessage = () => {}
    })
    hosting.deployFirst()
    await lookForUpdates(page)
    await offer(page).click()
    await expect(page.getByRole('button', { name: 'Reloading…' })).toBeVisible()
    await expect.poll(() => version(page).catch(() => old)).not.toBe(old)
    await expect(offer(page)).toBeHidden()
    await waitUntilServiceWorkerControls(page)
  })
})

test("serves only the app's own files from the service worker", async ({ page, dashboard, context }) => {
  await expect(dashboard.newEntry).toBeVisible()
  await waitUntilServiceWorkerControls(page)
  const answered: string[] = []
  context.on('response', (response) => {
    if (response.fromServiceWorker()) answered.push(new URL(response.url()).pathname)
  })
  await page.reload()
  await dashboard.write('Over the wire', 'FIELD')
  const radio = page.getByRole('region', { name: 'Radio', exact: true })
  await radio.getByRole('button', { name: 'Play radio' }).click()
  await expect(radio).toContainText('LIVE')
  expect(answered.length).toBeGreaterThan(0)
  expect(
    answered.filter((one) => !/^\/(?:assets\/.*|icon\.svg|artwork\.png|manifest\.webmanifest|)$/.test(one)),
  ).toEqual([])
})
