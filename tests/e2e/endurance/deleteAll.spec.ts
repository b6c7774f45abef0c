import type { Page } from '@playwright/test'
import { crash } from '#tests/support/drafts.ts'
import { enduranceLength } from '#tests/support/testLength.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { storedContentsOf, storedEntryCountOf, seed } from '#tests/support/stored.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

/** A multiple of `BATCH`, so that a batch can start when only entries in the trash are left. */
const ENTRIES = enduranceLength(800, 10_000)
const DELETED = 100
/** The largest number of entries that Delete All removes in one commit. */
const BATCH = 400

/** Lets only the first commit that deletes entries reach the server, so that the tab always crashes before the second. */
async function holdAllButFirstDeletion(page: Page): Promise<void> {
  let deletions = 0
  await page.route('**/documents:commit*', async (route) => {
    const deletes = route.request().postData()?.includes('"delete":') ?? false
    if (!deletes || ++deletions === 1) await route.continue()
  })
}

test(`removes all ${ENTRIES} entries of one user when the tab crashes during Delete All and the user starts it again`, async ({
  browser,
  account,
}) => {
  test.setTimeout(60_000 + ENTRIES * 100)
  const bystander = await newAccount()
  const at = Date.UTC(2026, 0, 1)
  const many = (count: number, deleted: boolean) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${deleted ? 'gone' : 'e'}${index}`,
      content: `entry ${index}`,
      time: at + index * 1000,
      deleted,
    }))
  await seed(account.uid, [...many(ENTRIES, false), ...many(DELETED, true)])
  await seed(bystander.uid, many(3, false))
  let left = ENTRIES + DELETED
  let kills = 0
  while (left > 0) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await holdAllButFirstDeletion(page)
    await signIn(page, account)
    await new Dashboard(page).deleteAll()
    await expect.poll(() => storedEntryCountOf(account.uid), { timeout: 60_000 }).toBeLessThan(left)
    await crash(page)
    await context.close()
    kills++
    left = await storedEntryCountOf(account.uid)
  }
  expect(kills, 'the number of kills before the deletion was complete').toBe(Math.ceil((ENTRIES + DELETED) / BATCH))
  expect(await storedContentsOf(bystander.uid)).toHaveLength(3)
})
