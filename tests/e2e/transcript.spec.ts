import type { Page } from '@playwright/test'
import { openSampleJournal } from '#tests/support/sampleJournal.ts'
import { connectionStatus } from '#tests/support/pages/connection.ts'
import { expect, test } from '#tests/support/test.ts'

/*
 * Compares the accessibility tree of a screen (the content for screen readers) with the tree stored beside the visual
 * snapshots. After an intended change, run: npx playwright test transcript -u
 */
const hears = (page: Page, screen: string) =>
  expect(page.locator('body')).toMatchAriaSnapshot({ name: `heard-${screen}.aria.yml` })

test('matches the stored accessibility tree of each screen that a keyboard user visits from the login to a saved entry', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /Login music/ })).toBeVisible()
  await hears(page, 'login')

  await openSampleJournal(page, 'lgs')
  await expect(connectionStatus(page)).toHaveText('Online')
  await expect(page.getByRole('region', { name: 'Radio', exact: true })).toBeVisible()
  await hears(page, 'dashboard')

  await page.keyboard.press('n')
  await expect(page.getByLabel('Message')).toBeFocused()
  await hears(page, 'editor')
  await page.keyboard.type('Walked to lock 9 in the fog.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Log entry created successfully!')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const list = page.getByRole('list', { name: 'Log entries' })
  await expect(list.getByRole('article').first()).toContainText('Walked to lock 9')
  // The analysis buttons appear last, so the row is then complete.
  await expect(list.getByRole('button', { name: 'AI Analysis' }).first()).toBeVisible()
  await expect(list.getByRole('listitem').first()).toMatchAriaSnapshot({ name: 'heard-row.aria.yml' })

  await list.getByRole('button', { name: 'Edit' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Content')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await hears(page, 'entry')
})
