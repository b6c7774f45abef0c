import type { Locator, Page } from '@playwright/test'
import type { Theme } from '#domain/dial/themes.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { openSample, stopClock } from '#tests/support/sampleJournal.ts'
import { expect, test } from '#tests/support/test.ts'

/** Two dark ones and two light ones. */
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

      test('for a visitor', async ({ page }) => {
        await stopClock(page, theme)
        await takeAll(page, VISITOR, `${theme}-${width}`)
      })

      test('for whoever is signed in', async ({ page }) => {
        await openSample(page, theme)
        // The radio comes last.
        await takeAll(page, MEMBER, `${theme}-${width}`, new Radio(page).bar)
      })
    })

/** @param last what comes after the screen itself, for those who have it */
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
    // With its typefaces and its ground.
    await expect(page.locator('html[data-dressed]')).toBeAttached()
    await page.screenshot({ path: `screenshots/${name}-${suffix}.png`, animations: 'disabled' })
  }
}
