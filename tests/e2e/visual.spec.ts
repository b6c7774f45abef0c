import type { Page } from '@playwright/test'
import type { Theme } from '#domain/themes.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { openSample, stopClock } from '#tests/support/sampleJournal.ts'
import { expect, test } from '#tests/support/test.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const name = (screen: string, { width }: { readonly width: number }, theme: Theme = 'lgs') =>
  `${screen}-${theme}-${width}.png`

for (const viewport of SIZES)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the login looks as it did', async ({ page }) => {
      await stopClock(page, 'lgs')
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
      await expect(page).toHaveScreenshot(name('login', viewport))
    })

    test('the dashboard, the editor, an entry and the radio look as they did', async ({ page }) => {
      const account = await openSample(page, 'lgs')
      await showJournal(page)
      const mask = [page.getByText(account.email)]
      await expect(page).toHaveScreenshot(name('dashboard', viewport), { mask })
      await page.getByRole('button', { name: 'New Entry', exact: true }).click()
      await page.getByLabel('Message').fill('## Towpath recon\n\n- [ ] Send the three photos to the warden')
      await expect(page).toHaveScreenshot(name('editor', viewport), { mask })
      await page.keyboard.press('Escape')
      await page.goto('/logs/water')
      await expect(page.getByRole('heading', { name: 'Actions taken' })).toBeVisible()
      await expect(page).toHaveScreenshot(name('entry', viewport))
      await new Palette(page).run(':play groovesalad')
      await expect(new Radio(page).status).toContainText('LIVE')
      await expect(new Radio(page).bar).toHaveScreenshot(name('radio', viewport))
    })

    // What is right in a dark and in a light theme is right in its colours too.
    test('the dashboard looks as it did in a light theme', async ({ page }) => {
      const account = await openSample(page, 'arcticops')
      await showJournal(page)
      const mask = [page.getByText(account.email)]
      await expect(page).toHaveScreenshot(name('dashboard', viewport, 'arcticops'), { mask })
    })
  })

async function showJournal(page: Page): Promise<void> {
  const dashboard = new Dashboard(page)
  await dashboard.showLogs()
  await expect(dashboard.count).toHaveText('43')
  await expect(dashboard.card('Compared three')).toBeVisible()
  await expect(dashboard.card('Water main').locator('strong')).toBeVisible()
}
