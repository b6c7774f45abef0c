import type { Browser, Page } from '@playwright/test'
import { newAccount } from '#tests/support/accounts.ts'
import { app, expect, signIn, test } from '#tests/support/test.ts'

const slider = (page: Page, name: string) => page.getByRole('slider', { name })

test('AI settings are kept, reach another device, and can be put back', async ({ page, browser }) => {
  const account = await newAccount()
  await signIn(page, account)
  await page.goto('/settings?tab=ai')
  await slider(page, 'Temperature').press('ArrowRight')
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')
  await slider(page, 'Minimum confidence').press('Home')
  await expect(slider(page, 'Minimum confidence')).toHaveAttribute('aria-valuetext', '0.1')
  await expect(page.getByText('$0.00087')).toBeVisible()
  await slider(page, 'Thinking budget').press('Home')
  await expect(page.getByText('$0.00015'), 'without thinking it is cheaper').toBeVisible()
  await page.getByRole('radio', { name: /Powerful/ }).check()
  await expect(slider(page, 'Thinking budget'), 'is the fast model’s alone').toBeHidden()
  await page.reload()
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')

  const other = await secondDevice(browser, account)
  await expect(slider(other, 'Temperature')).toHaveAttribute('aria-valuetext', '0.3')
  await expect(other.getByRole('radio', { name: /Powerful/ })).toBeChecked()
  await other.context().close()

  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(slider(page, 'Temperature')).toHaveAttribute('aria-valuetext', '0.2')
  await expect(page.getByRole('radio', { name: /Fast/ })).toBeChecked()
})

test('AI settings that cannot be read are the defaults', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('aiSettings', '{"topK": 4000, "model": [] '))
  await signIn(page, await newAccount())
  await page.goto('/settings?tab=ai')
  await expect(slider(page, 'Top K')).toHaveAttribute('aria-valuetext', '40')
})

async function secondDevice(browser: Browser, account: Parameters<typeof signIn>[1]): Promise<Page> {
  const context = await browser.newContext({ baseURL: app() })
  const other = await context.newPage()
  await signIn(other, account)
  await other.goto('/settings?tab=ai')
  return other
}
