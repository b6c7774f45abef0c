/* Tests that toasts do not get in the way. On a phone, a toast can cover a button that the user wants to tap. */
import type { Locator } from '@playwright/test'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { expect, test } from '#tests/support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const isHit = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('lets taps pass through a toast unless the toast has a button', async ({ page, dashboard }) => {
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await dashboard.write('pressed through', 'FIELD')
  const created = toasts.getByText('Log entry created successfully!')
  await expect(created).toBeVisible()
  expect(await isHit(created)).toBe(false)
  await dashboard.showLogs()
  await dashboard.remove(dashboard.card('pressed through'))
  const undo = toasts.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  expect(await isHit(undo)).toBe(true)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

  test('shows a toast at the bottom right, beside the dialog for a new entry', async ({ page, dashboard }) => {
    await dashboard.write('kept in view', 'FIELD')
    await dashboard.showLogs()
    await dashboard.remove(dashboard.card('kept in view'))
    const toast = page.getByRole('region', { name: 'Notifications' }).locator('.toast').last()
    await dashboard.newEntry.click()
    const dialog = await boundingBoxOf(page.getByRole('dialog', { name: 'New Log Entry' }))
    const box = await boundingBoxOf(toast)
    expect(box.x).toBeGreaterThan(dialog.x + dialog.width)
    expect(box.x + box.width).toBeGreaterThan(1440 - 50)
    expect(box.y).toBeGreaterThan(900 / 2)
  })

  test('hides the other toasts after a toast disappears under the pointer', async ({ page, dashboard }) => {
    await dashboard.write('restored at once', 'FIELD')
    await dashboard.showLogs()
    await dashboard.remove(dashboard.card('restored at once'))
    const toasts = page.getByRole('region', { name: 'Notifications' })
    const undo = toasts.getByRole('button', { name: 'Undo' })
    await undo.click()
    await expect(undo).toBeHidden()
    await page.mouse.move(1, 1)
    await expect(toasts.getByText('Log restored')).toBeHidden()
  })

  test('keeps a toast while the pointer is on the toast', async ({ page, dashboard }) => {
    await page.clock.install()
    await dashboard.write('read slowly', 'FIELD')
    await dashboard.showLogs()
    await dashboard.remove(dashboard.card('read slowly'))
    const deleted = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
    await deleted.hover()
    await page.clock.fastForward('01:00')
    await expect(deleted).toBeVisible()
    await page.mouse.move(1, 1)
    await page.clock.fastForward('00:12')
    await expect(deleted).toBeHidden()
  })
})
