import type { Page } from '@playwright/test'
import type { Theme } from '#domain/dial/themes.ts'
import { WITH_SCROLLBARS } from '#tests/support/browser.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { openSampleJournal, fixClockAndTheme } from '#tests/support/sampleJournal.ts'
import { expect, test } from '#tests/support/test.ts'

test.use({ launchOptions: WITH_SCROLLBARS })

/** The sizes of the visual snapshots. With `isMobile`, scrollbars overlay the page. */
const SIZES = [
  { width: 1440, height: 900, isMobile: false },
  { width: 390, height: 844, isMobile: true },
]

const SONGS = {
  songs: [
    { artist: 'Aural Cartography', title: 'Polygon Drift', album: 'Contour Lines', date: '1794814800' },
    { artist: 'Lowland Radio', title: 'Mudflats', album: 'Tide Tables', date: '1794814560' },
  ],
}

const name = (screen: string, { width }: { readonly width: number }, theme: Theme = 'lgs') =>
  `${screen}-${theme}-${width}.png`

for (const { isMobile, ...viewport } of SIZES)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, isMobile })

    test('matches the visual snapshot of the login', async ({ page }) => {
      await fixClockAndTheme(page, 'lgs')
      await page.goto('/login')
      // Waits for hydration, the web fonts and the background.
      await expect(page.getByRole('button', { name: /Login music/ })).toBeVisible()
      await expect(page.locator('html[data-web-fonts]')).toBeAttached()
      await expect(page).toHaveScreenshot(name('login', viewport))
    })

    test('matches the visual snapshots of the dashboard, the editor, an entry and the radio', async ({ page }) => {
      const account = await openSampleJournal(page, 'lgs')
      await showJournal(page)
      const mask = [page.getByText(account.email)]
      const radio = new Radio(page)
      await expect(page).toHaveScreenshot(name('dashboard', viewport), { mask })
      await page.getByRole('button', { name: 'New Entry', exact: true }).click()
      await page.getByLabel('Message').fill('## Towpath recon\n\n- [ ] Send the three photos to the warden')
      await expect(page).toHaveScreenshot(name('editor', viewport), { mask })
      await page.keyboard.press('Escape')
      await page.goto('/logs/water')
      await expect(page.getByRole('heading', { name: 'Actions taken' })).toBeVisible()
      await radioLoaded(radio)
      await expect(page).toHaveScreenshot(name('entry', viewport))
      // Reduced motion stops the level meter, and the route returns the songs that the snapshot shows.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.route('**/songs/*.json', (route) => route.fulfill({ json: SONGS }))
      await new Palette(page).run(':play groovesalad')
      await expect(radio.status).toContainText('LIVE')
      await expect(radio.song()).toContainText('Polygon Drift')
      await expect(radio.bar).toHaveScreenshot(name('radio', viewport))
      const panel = viewport.width < 720 ? radio.sheet : radio.recent.body
      await (viewport.width < 720 ? radio.bar.getByRole('button', { name: 'Open radio' }) : radio.recent.button).click()
      await expect(panel.getByRole('region', { name: 'Recent tracks' })).toBeVisible()
      await expect(panel).toHaveScreenshot(name('tracks', viewport))
    })

    // One light theme is enough: other themes differ only in colors, which have their own tests.
    test('matches the visual snapshot of the dashboard in a light theme', async ({ page }) => {
      const account = await openSampleJournal(page, 'arcticops')
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
  await radioLoaded(new Radio(page))
}

/** Waits for the radio bar and the radio strip, which load separately and after everything else. */
async function radioLoaded(radio: Radio): Promise<void> {
  await expect(radio.bar).toBeVisible()
  await expect(radio.strip).toBeVisible()
}
