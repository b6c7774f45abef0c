import type { Browser, Page } from '@playwright/test'
import { Settings } from '#tests/support/pages/settings.ts'
import { storedTheme } from '#tests/support/stored.ts'
import { type Account } from '#tests/support/accounts.ts'
import { goOffline, connectionStatus } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

/** Matches a frequency as the dial announces it to screen readers. */
const at = (frequency: string) => new RegExp(`^${frequency.replace('.', '\\.')} MHz`)

test.beforeEach(async ({ dashboard }) => dashboard.newEntry.waitFor())

test('each tab of the settings has an address, and a link, a sign-out or Escape leaves the settings', async ({
  page,
}) => {
  const settings = new Settings(page)
  await page.goto('/settings')
  const tabs = [
    ['Frequency', 'frequency', 'Operational frequency'],
    ['AI Settings', 'ai', 'AI analyst'],
    ['Account', 'account', 'Account'],
    ['General', 'general', 'Theme'],
  ] as const
  for (const [name, address, panel] of tabs) {
    await settings.choose(name)
    await expect(page).toHaveURL(`${appUrl()}/settings?tab=${address}`)
    await expect(page.getByRole('region', { name: panel, exact: true })).toBeVisible()
    await expect(settings.menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await page.goBack()
  await expect(page).toHaveURL(`${appUrl()}/settings?tab=account`)
  await page.goto('/settings?tab=nowhere')
  await expect(settings.menu.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${appUrl()}/`)
  await settings.open('frequency')
  await settings.menu.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(`${appUrl()}/`)
  await settings.open('account')
  await settings.menu.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${appUrl()}/login`)
})

test('keeps a setting that was changed right before sign-out', async ({ page, account }) => {
  const settings = new Settings(page)
  await settings.open('ai')
  await expect(connectionStatus(page)).toHaveText('Online')
  await settings.flag('Analyze new entries').click()
  await settings.menu.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${appUrl()}/login`)
  await signIn(page, account)
  await settings.open('ai')
  await expect(settings.flag('Analyze new entries')).toBeChecked()
})

test('applies every general setting immediately in all browser tabs, and keeps the settings after a reload', async ({
  page,
  context,
}) => {
  const settings = new Settings(page)
  await settings.open('general')
  const tab = await context.newPage()
  const other = new Settings(tab)
  await other.open('general')
  await other.flag('Larger text').waitFor()
  const root = page.locator('html')

  await settings.theme('Codec').check()
  await expect(root).toHaveAttribute('data-theme', 'mgs')
  await settings.flag('Sound effects').click()
  await page.getByRole('slider', { name: 'Volume', exact: true }).fill('25')
  await settings.flag('Background music').click()
  await settings.flag('Terminal effects').click()
  await expect(page.locator('.crt')).toHaveCount(0)
  await settings.flag('Reduced motion').click()
  await expect(root).toHaveAttribute('data-calm')
  await settings.flag('Larger text').click()
  await expect(root).toHaveCSS('font-size', '19px')
  await page.getByRole('radio', { name: '12 hours' }).check()
  await settings.flag('Single-key shortcuts').click()
  await expect(page.getByRole('banner')).toContainText(/\d:\d\d [AP]M/)

  const holds = async (one: Page) => {
    const there = new Settings(one)
    await expect(there.theme('Codec')).toBeChecked()
    await expect(one.locator('html')).toHaveAttribute('data-theme', 'mgs')
    await expect(one.locator('html')).toHaveAttribute('data-calm')
    await expect(one.locator('html')).toHaveCSS('font-size', '19px')
    await expect(there.flag('Sound effects')).not.toBeChecked()
    await expect(there.flag('Background music')).toBeChecked()
    await expect(there.flag('Terminal effects')).not.toBeChecked()
    await expect(one.getByRole('slider', { name: 'Volume', exact: true })).toHaveValue('25')
    await expect(one.getByRole('radio', { name: '12 hours' })).toBeChecked()
    await expect(there.flag('Single-key shortcuts')).not.toBeChecked()
    await expect(one.getByRole('banner')).toContainText(/\d:\d\d [AP]M/)
  }
  await holds(tab)
  await page.reload()
  await holds(page)
})

test('moves the dial by steps, presets and typed frequencies, and updates the dial in all browser tabs', async ({
  page,
  context,
}) => {
  const settings = new Settings(page)
  await settings.open('frequency')
  const tab = await context.newPage()
  const other = new Settings(tab)
  await other.open('frequency')
  await expect(other.digits).toHaveAttribute('aria-valuetext', at('112.4'))

  await settings.step('Up 0.1 MHz').click()
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('112.5'))
  await settings.step('Down 0.5 MHz').click()
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('112.0'))
  await settings.step('Up 0.5 MHz').click()
  await settings.step('Down 0.1 MHz').click()
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('112.4'))
  await expect(settings.preset('Combat')).toHaveAttribute('aria-pressed', 'true')
  await settings.preset('Tactical').click()
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('100.1'))
  await expect(settings.preset('Combat')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'nightops')
  await expect(page.getByRole('heading', { name: 'Night Ops' })).toBeVisible()

  await settings.type('120,84')
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('120.8'))
  await expect(settings.entry).toHaveValue('120.8')
  await expect(other.digits).toHaveAttribute('aria-valuetext', at('120.8'))
  await expect(tab.locator('html')).toHaveAttribute('data-theme', 'arcticops')
  await page.reload()
  await expect(settings.digits).toHaveAttribute('aria-valuetext', at('120.8'))
})

test('rejects a typed frequency outside the range of the dial, and explains the valid range', async ({ page }) => {
  const settings = new Settings(page)
  await settings.open('frequency')
  for (const typed of ['87.9', '135.1', 'loud', '']) {
    await settings.type(typed)
    await expect(settings.error).toHaveText('Enter a frequency from 88.0 to 135.0 MHz.')
    await expect(settings.entry).toHaveValue(typed)
    await expect(settings.digits).toHaveAttribute('aria-valuetext', at('112.4'))
  }
  await settings.type('135')
  await expect(settings.error).toBeHidden()
  await expect(settings.step('Up 0.1 MHz')).toBeDisabled()
  await expect(settings.step('Up 0.5 MHz')).toBeDisabled()
  await settings.step('Down 0.1 MHz').click()
  await settings.step('Up 0.5 MHz').click()
  await expect(settings.digits, 'the frequency at the end of the dial').toHaveAttribute('aria-valuetext', at('135.0'))
  await settings.type('88')
  await expect(settings.step('Down 0.1 MHz')).toBeDisabled()
  await expect(settings.step('Down 0.5 MHz')).toBeDisabled()
})

test('synchronizes the theme and the stations between devices, and applies the latest choice on each device', async ({
  page,
  account,
  browser,
}) => {
  const settings = new Settings(page)
  await settings.open('frequency')
  await settings.station('Military Style').selectOption('rinse')
  await settings.open('general')
  await settings.theme('Military Style').check()

  const far = await secondDevice(browser, account)
  const there = new Settings(far)
  await there.open('general')
  await expect(there.theme('Military Style')).toBeChecked()
  await there.choose('Frequency')
  await expect(there.station('Military Style')).toHaveValue('rinse')
  await expect(far.getByRole('region', { name: 'Radio', exact: true })).toContainText('Rinse FM')

  await there.station('Military Style').selectOption('dronezone')
  await there.choose('General')
  await there.theme('Codec').check()
  await expect(settings.theme('Codec')).toBeChecked()
  await settings.choose('Frequency')
  await expect(settings.station('Military Style')).toHaveValue('dronezone')
  await there.choose('Frequency')
  await there.step('Up 0.1 MHz').click()
  await expect(page.locator('html'), 'the theme of the band of this dial').toHaveAttribute('data-theme', 'jungleops')
  await far.context().close()
})

test('sends a theme that was chosen offline to the account when the network returns', async ({
  page,
  context,
  account,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  const settings = new Settings(page)
  await settings.open('general')
  await settings.theme('Codec').check()
  await expect.poll(() => storedTheme(account.uid)).toBe('mgs')
  await goOffline(context)
  await settings.theme('Military Style').check()
  await context.setOffline(false)
  await expect.poll(() => storedTheme(account.uid), { timeout: 30_000 }).toBe('camo')
  const far = await secondDevice(browser, account)
  await expect(far.locator('html')).toHaveAttribute('data-theme', 'camo')
  await far.context().close()
})

async function secondDevice(browser: Browser, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl() })
  const page = await context.newPage()
  await signIn(page, account)
  await page.getByRole('button', { name: 'New Entry', exact: true }).waitFor()
  return page
}

test('scrolls the selected tab into view on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const settings = new Settings(page)
  await settings.open('account')
  await expect(settings.menu.getByRole('link', { name: 'Account' })).toBeInViewport({ ratio: 1 })
})

test('disables the button Settings in the top bar, and marks it as the current page', async ({ page }) => {
  await page.goto('/settings')
  const button = page.getByRole('banner').getByRole('button', { name: 'Settings' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('aria-current', 'page')
})
