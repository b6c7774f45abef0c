import type { Locator, Page } from '@playwright/test'
import type { Theme } from '#domain/dial/themes.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { openSampleJournal, fixClockAndTheme } from '#tests/support/sampleJournal.ts'
import { expect, test } from '#tests/support/test.ts'

/** Two dark and two light themes. */
const THEMES: readonly Theme[] = ['lgs', 'nightops', 'desertops', 'arcticops']
const WIDTHS = [1440, 768, 390]
const HEIGHT = 900

const VISITOR = { login: '/login', 'password-recovery': '/password-recovery', 'not-found': '/logs/archive/2019' }
const MEMBER = {
  dashboard: '/',
  editor: '/logs/new',
  entry: '/logs/water',
  settings: '/settings',
  'settings-frequency': '/settings?tab=frequency',
  'settings-ai': '/settings?tab=ai',
  'settings-account': '/settings?tab=account',
}

for (const theme of THEMES)
  for (const width of WIDTHS)
    test.describe(`${theme} at ${width} px`, () => {
      test.use({ viewport: { width, height: HEIGHT } })

      test('takes screenshots of all screens for visitors', async ({ page }) => {
        await fixClockAndTheme(page, theme)
        await takeAll(page, VISITOR, `${theme}-${width}`)
      })

      test('takes screenshots of all screens for signed-in users', async ({ page }) => {
        await openSampleJournal(page, theme)
        // The radio bar appears last, so the screen is complete when the radio bar is attached.
        await takeAll(page, MEMBER, `${theme}-${width}`, new Radio(page).bar)
      })
    })

/** Takes a screenshot of each route. @param last the element that appears last on every screen, if there is one */
async function takeAll(
  page: Page,
  routes: { readonly [name: string]: string },
  suffix: string,
  last?: Locator,
): Promise<void> {
  for (const [name, address] of Object.entries(routes)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    if (last) await expect(last).toBeAttached()
    // Waits for the web fonts and the background.
    await expect(page.locator('html[data-web-fonts]')).toBeAttached()
    await page.screenshot({ path: `screenshots/${name}-${suffix}.png`, animations: 'disabled' })
  }
}
