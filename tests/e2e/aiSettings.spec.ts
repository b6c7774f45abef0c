import type { Browser, Page } from '@playwright/test'
import { newAccount } from '#tests/support/accounts.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

const slider = (page: Page, name: string) => new Settings(page).slider(name)
const SAMPLING = ['Temperature', 'Top P', 'Top K']

test('persists the AI settings, synchronizes them with another device, and resets them on request', async ({
  page,
  browser,
}) => {
  const account = await newAccount()
  await signIn(page, account)
  await page.goto('/settings?tab=ai')
  await slider(page, 'Temperature').press('ArrowRight')
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')
  await slider(page, 'Minimum confidence').press('Home')
  await expect(slider(page, 'Minimum confidence')).toHaveAttribute('aria-valuetext', '0.1')
  await expect(page.getByText('$0.00087')).toBeVisible()
  await slider(page, 'Thinking budget').press('Home')
  await expect(page.getByText('$0.00015'), 'the lower price without thinking').toBeVisible()
  await new Settings(page).model('Powerful').check()
  await expect(slider(page, 'Thinking budget'), 'the thinking budget, only for the fast model').toBeHidden()
  await page.reload()
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')

  const other = await secondDevice(browser, account)
  await expect(slider(other, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')
  await expect(new Settings(other).model('Powerful')).toBeChecked()
  await other.context().close()

  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.2')
  await expect(new Settings(page).model('Fast')).toBeChecked()
})

test('marks AI settings that the selected model does not use, and keeps their values', async ({ page }) => {
  const settings = new Settings(page)
  await signIn(page, await newAccount())
  await settings.open('ai')
  for (const model of ['Fast', 'Powerful'] as const) {
    await settings.model(model).check()
    for (const name of SAMPLING)
      await expect(settings.slider(name)).toHaveAccessibleDescription(
        /^Not used, because this model controls its own sampling/,
      )
    await expect(settings.slider('Minimum confidence')).toHaveAccessibleDescription(/below this are rejected/)
  }
  await settings.slider('Top K').press('End')
  await expect(settings.slider('Top K'), 'the stored value for models that use it').toHaveAttribute(
    'aria-valuetext',
    '100',
  )
  await expect(page.getByText('Decides how long it thinks')).toBeVisible()

  await settings.model('Fast').check()
  await expect(settings.slider('Thinking budget')).toHaveAccessibleDescription(/thinking levels: 2048 means low/)
  await settings.slider('Thinking budget').press('End')
  await expect(settings.slider('Thinking budget')).toHaveAccessibleDescription(/24576 means high/)
  await settings.slider('Thinking budget').press('Home')
  await expect(settings.slider('Thinking budget')).toHaveAccessibleDescription(/0 means minimal/)
})

test('uses the default AI settings when the stored AI settings cannot be parsed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('aiSettings', '{"topK": 4000, "model": [] '))
  await signIn(page, await newAccount())
  await page.goto('/settings?tab=ai')
  await expect(slider(page, 'Top K')).toHaveAttribute('aria-valuetext', '40')
})

async function secondDevice(browser: Browser, account: Parameters<typeof signIn>[1]): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl() })
  const other = await context.newPage()
  await signIn(other, account)
  await other.goto('/settings?tab=ai')
  return other
}
