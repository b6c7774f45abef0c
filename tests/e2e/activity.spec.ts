import { dateText } from '#domain/clock.ts'
import { seed, type SeedEntry } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const NOON = 12

/** Returns noon of a past day in local time, in ms since 1970. The browser has the same time zone as the test. */
function noon(daysAgo: number): number {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, NOON).getTime()
}

const entries = (count: number, daysAgo: number, content: string): SeedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${daysAgo}-${index}`,
    content: `${content} ${index}`,
    time: noon(daysAgo) + index * 1000,
  }))

test('shows the number of entries of each day, and narrows the list to the day that the user selects', async ({
  page,
  account,
  dashboard,
}) => {
  // The first window of the list does not contain all these entries, so the server counts the entries of older days.
  await seed(account.uid, [
    ...entries(60, 2, 'Recent'),
    ...entries(3, 40, 'Autumn'),
    ...entries(1, 41, 'Before'),
    ...entries(2, 200, 'Too old'),
  ])
  await page.reload()
  await expect(dashboard.count).toHaveText('66')
  await dashboard.showLogs()
  const strip = dashboard.weeks
  await expect(strip.getByRole('button', { name: `3 entries on ${dateText(noon(40))}` })).toBeVisible()
  await expect(strip.getByRole('button', { name: `1 entry on ${dateText(noon(41))}` })).toBeVisible()
  await expect(
    page.getByText(`64 entries on 3 days in the last 12 weeks. Most on ${dateText(noon(2))}: 60.`),
  ).toBeAttached()

  await strip.getByRole('button', { name: `3 entries on ${dateText(noon(40))}` }).click()
  await expect(dashboard.cards).toHaveCount(3)
  await expect(dashboard.cards.first()).toContainText('Autumn 2')
  await expect(dashboard.count).toHaveText('66')
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(dashboard.cards).toHaveCount(1)
  await expect(dashboard.card('Before 0')).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(dashboard.cards).toHaveCount(3)

  // A deleted entry disappears from the list of its day, and the strip of days no longer counts it.
  await dashboard.card('Autumn 1').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dashboard.cards).toHaveCount(2)
  await expect(strip.getByRole('button', { name: `2 entries on ${dateText(noon(40))}` })).toBeVisible()

  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(dashboard.card('Recent 59')).toBeVisible()
})

test('moves through the strip of days with the arrow keys', async ({ page, account, dashboard }) => {
  await seed(account.uid, entries(2, 8, 'Last week'))
  await page.reload()
  await expect(dashboard.count).toHaveText('2')
  await dashboard.showLogs()
  const strip = dashboard.weeks
  await strip.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(strip.locator(':focus')).toHaveAttribute('aria-label', `2 entries on ${dateText(noon(8))}`)
  await page.keyboard.press('Enter')
  await expect(dashboard.cards).toHaveCount(2)
  await page.keyboard.press('Home')
  await expect(strip.locator(':focus')).toHaveAttribute('aria-label', /^No entries on/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No operation logs found.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dashboard.cards).toHaveCount(2)
})

test('shows an entry that is written offline in the list of its day immediately', async ({
  context,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await dashboard.write('Already here', 'INTEL')
  await dashboard.showLogs()
  await expect(dashboard.card('Already here')).toBeVisible()
  await dashboard.weeks.locator('[aria-current=date]').click()
  await expect(dashboard.cards).toHaveCount(1)
  await goOffline(context)
  await dashboard.write('Written without a network', 'FIELD')
  await expect(dashboard.card('Written without a network')).toContainText('queued')
  await expect(dashboard.cards).toHaveCount(2)
  await context.setOffline(false)
  await expect(dashboard.card('Written without a network')).not.toContainText('queued')
})
