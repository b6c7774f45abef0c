/* Tests toasts on a phone, where a toast can cover a button that the user wants to tap. */
import type { Locator } from '@playwright/test'
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
