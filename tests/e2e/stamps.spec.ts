import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

for (const clockHours of ['24', '12'])
  test(`shows an entry of one line in a row of 72 px, with the time of the ${clockHours}-hour clock beside the stamp`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.evaluate((hours) => localStorage.setItem('clockHours', hours), clockHours)
    const time = new Date()
    time.setHours(22, 45, 0, 0)
    time.setDate(time.getDate() - 1)
    await seed(account.uid, [
      { id: 'one', content: 'Later', time: time.getTime() + 1000 },
      { id: 'two', content: 'Short', time: time.getTime(), level: 'TACTICAL' },
    ])
    await page.reload()
    await dashboard.showLogs()
    const card = dashboard.card('Short')
    const row = await boundingBoxOf(card)
    expect(row.height).toBeLessThanOrEqual(72)
    const when = await boundingBoxOf(card.getByRole('link'))
    const stamp = await boundingBoxOf(card.getByRole('button', { name: /^Level TACTICAL/ }))
    expect(stamp.x).toBeGreaterThan(when.x + when.width)
    expect(stamp.y).toBeLessThan(when.y + when.height)
  })

test('shows the stamp of an entry beside its time on a phone, also with the frequency', async ({
  page,
  account,
  dashboard,
}) => {
  await expect(dashboard.count).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await seed(account.uid, [
    {
      id: 'one',
      content: 'Tuned',
      time: Date.now(),
      level: 'TACTICAL',
      fields: { metadata: { mapValue: { fields: { frequency: { doubleValue: 112.4 } } } } },
    },
  ])
  await page.goto('/logs/one')
  const frequency = await boundingBoxOf(page.getByText('112.4', { exact: true }).last())
  const stamp = await boundingBoxOf(page.getByRole('button', { name: /^Level TACTICAL/ }))
  expect(stamp.y + stamp.height).toBeLessThan(frequency.y)
})
