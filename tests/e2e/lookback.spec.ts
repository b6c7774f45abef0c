import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 16, 7, 42)

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('shows statistics of the journal, each with a link to the entries that it counts', async ({
      page,
      dashboard,
      account,
    }) => {
      await page.clock.setFixedTime(NOW)
      await seed(account.uid, [
        { id: 'today', content: 'two words', time: NOW - 1000, level: 'ALERT', tags: ['water'] },
        { id: 'yesterday', content: 'one more here', time: NOW - DAY_MS, level: 'FIELD', tags: ['water', 'walk'] },
        { id: 'last-year', content: 'The same day, a year ago', time: NOW - 365 * DAY_MS, level: 'FIELD' },
      ])
      await page.reload()
      await expect(dashboard.count).toHaveText('3')
      await page.getByRole('button', { name: 'Look back' }).click()
      const numbers = page.locator('.lookback-numbers')
      await expect(numbers).toHaveText(/Entries3\s*Words11\s*Current streak \(days\)2\s*Longest streak \(days\)2/)
      await expect(page.getByRole('region', { name: 'On this day' }).getByRole('link')).toHaveText([
        /16 Nov 2025.*The same day/,
      ])

      const levels = page.getByRole('region', { name: 'Entries by level' })
      await expect(levels.getByRole('listitem')).toHaveText([/ALERT\s*1/, /FIELD\s*2/])
      await levels.getByRole('button', { name: 'FIELD' }).click()
      await expect(dashboard.search).toHaveValue('level:field')
      await expect(dashboard.cards).toHaveCount(2)

      await page.getByRole('button', { name: 'Look back' }).click()
      await page.getByRole('figure', { name: 'Entries by week' }).locator('.plot-bar').last().click()
      await expect(dashboard.search).toHaveValue('after:2026-11-16 before:2026-11-23')
      await expect(dashboard.cards).toHaveText([/two words/])

      await page.getByRole('button', { name: 'Look back' }).click()
      await page.getByRole('button', { name: 'water, 2 entries' }).click()
      await expect(dashboard.cards).toHaveCount(2)

      await page.getByRole('button', { name: 'Look back' }).click()
      await page.getByLabel('Go to a day').fill('2025-11-16')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      await expect(dashboard.cards).toHaveText([/The same day/])
    })
  })

test('updates the statistics when an entry changes on another device', async ({ page, dashboard, account }) => {
  const entry = { id: 'one', content: 'two words', time: NOW, level: 'FIELD' } as const
  await seed(account.uid, [entry])
  await page.reload()
  await expect(dashboard.count).toHaveText('1')
  await page.getByRole('button', { name: 'Look back' }).click()
  const numbers = page.locator('.lookback-numbers')
  await expect(numbers).toHaveText(/Entries1\s*Words2/)
  await seed(account.uid, [{ ...entry, content: 'now four whole words' }])
  await expect(numbers).toHaveText(/Entries1\s*Words4/)
})

test('stores the frequency at which an entry was written, and shows it in a chart', async ({
  page,
  codec,
  dashboard,
}) => {
  await codec.up.click()
  await dashboard.write('written at 112.9', 'FIELD')
  await dashboard.showLogs()
  await expect(dashboard.card('written at 112.9')).not.toContainText('queued')
  await page.getByRole('button', { name: 'Look back' }).click()
  const frequencies = page.getByRole('region', { name: 'Entries by frequency' })
  await frequencies.getByRole('button', { name: '112.0–112.9' }).click()
  await expect(dashboard.search).toHaveValue('mhz:112-112.9')
  await expect(dashboard.cards).toHaveCount(1)
})
