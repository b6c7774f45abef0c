import { newAccount } from '#tests/support/accounts.ts'
import { storedContentsOf } from '#tests/support/stored.ts'
import { expect, signIn, test } from '#tests/support/test.ts'
import { Archive } from '#tests/support/pages/archive.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { connectionStatus } from '#tests/support/pages/connection.ts'

const DAY_MS = 86_400_000

for (const [name, wrong] of [
  ['a day fast', DAY_MS],
  ['a day slow', -DAY_MS],
] as const)
  test(`signs in, writes entries, and orders them by server time on a device whose clock is ${name}`, async ({
    page,
    browser,
  }) => {
    const account = await newAccount()
    await page.clock.install({ time: Date.now() + wrong })
    await signIn(page, account)
    const here = new Dashboard(page)
    await expect(connectionStatus(page)).toHaveText('Online')
    await here.write('first, on the wrong clock', 'FIELD')
    await here.showLogs()
    await expect(here.card('first')).not.toContainText('queued')
    await expect.poll(() => storedContentsOf(account.uid)).toHaveLength(1)

    const other = await browser.newContext()
    const elsewhere = new Dashboard(await other.newPage())
    await signIn(elsewhere.page, account)
    await elsewhere.write('second, on the right clock', 'INTEL')
    await expect.poll(() => storedContentsOf(account.uid)).toHaveLength(2)
    await expect(here.card('second')).toBeVisible()
    await here.write('third, on the wrong clock', 'FIELD')
    await elsewhere.showLogs()
    for (const dashboard of [here, elsewhere])
      await expect(dashboard.cards).toContainText([
        'third, on the wrong clock',
        'second, on the right clock',
        'first, on the wrong clock',
      ])
    const stamp = await elsewhere.card('first').locator('time').getAttribute('datetime')
    expect(Math.abs(Date.parse(stamp ?? '') - Date.now()), 'the difference from the server time').toBeLessThan(
      DAY_MS / 24,
    )
    await other.close()
  })

test("an entry imported from a file gets the server's time if a fast clock has set the time of the file to the future", async ({
  page,
}) => {
  const account = await newAccount()
  await page.clock.install({ time: Date.now() + DAY_MS })
  await signIn(page, account)
  const archive = new Archive(page)
  await archive.open()
  await archive.chooseSavedLater('walk.md', 'Saved by the wrong clock', 0)
  await archive.button('Import 1 entry').click()
  await expect(archive.report).toContainText('1 entry added.')
  await expect(archive.errors).toHaveCount(0)
  const { text } = await archive.exportAs('JSON')
  const [{ time }] = JSON.parse(text).entries
  expect(Date.parse(time)).toBeLessThan(Date.now())
})
