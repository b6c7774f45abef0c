import { crash, storedDraftTexts } from '#tests/support/drafts.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { seed, storedEntry } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

for (const { name, viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport })

    test('when two tabs change the same entry, asks in the tab that saves second, and can keep both texts', async ({
      page,
      dashboard,
      context,
      account,
    }) => {
      await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
      await expect(dashboard.newEntry).toBeVisible()
      const tab = await context.newPage()
      const [first, second] = [new Editor(page), new Editor(tab)]
      await Promise.all([page.goto('/logs/one?edit=true'), tab.goto('/logs/one?edit=true')])
      await first.text.fill('changed in the first tab')
      await second.text.fill('changed in the second tab')
      await first.submit.click()
      await page.waitForURL(`${appUrl()}/`)
      await expect(tab.getByText('This entry was changed in another tab or on another device.')).toBeVisible()
      await second.submit.click()
      await expect(second.question).toContainText('changed in the first tab')
      await expect(second.question).toContainText('changed in the second tab')
      await second.answer('Keep both')
      await tab.waitForURL(`${appUrl()}/`)
      await dashboard.showLogs()
      await expect(dashboard.card('changed in the first tab')).toHaveCount(1)
      await expect(dashboard.card('changed in the second tab')).toHaveCount(1)
      await expect(dashboard.cards).toHaveCount(2)
    })
  })

test('asks the user to choose a text when an offline change is sent after another device has changed the entry', async ({
  page,
  dashboard,
  browser,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
  await dashboard.showLogs()
  await dashboard.card('as it was').getByRole('button', { name: 'Edit' }).click()
  const offline = new Editor(page)
  await offline.text.fill('written in a tunnel')
  await goOffline(page.context())

  const other = await browser.newContext({ baseURL: appUrl() })
  const device = await other.newPage()
  await signIn(device, account)
  await device.goto('/logs/one?edit=true')
  const online = new Editor(device)
  await online.text.fill('written at the desk')
  await online.submit.click()
  await device.waitForURL(`${appUrl()}/`)
  await other.close()

  await offline.submit.click()
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('written in a tunnel').getByText('queued')).toBeVisible()
  await page.context().setOffline(false)
  await expect(offline.drafts()).toContainText('Also changed elsewhere', { timeout: 30_000 })
  await expect(dashboard.card('written at the desk')).toBeVisible()
  await offline.drafts().getByRole('button', { name: 'Compare' }).click()
  await expect(offline.text).toHaveValue('written in a tunnel')
  await offline.submit.click()
  await expect(offline.question).toContainText('written at the desk')
  await offline.answer('Keep mine')
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('written in a tunnel')).toBeVisible()
  await expect(dashboard.card('written in a tunnel')).not.toContainText('queued')
  await expect(offline.draftsButton()).toHaveCount(0)
})

test('saves the text as a new entry when another tab deletes the entry during the edit', async ({
  page,
  dashboard,
  context,
  account,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('too good to lose')
  await expect.poll(() => storedDraftTexts(page)).toEqual(['too good to lose'])
  const tab = await context.newPage()
  await tab.goto('/logs/one')
  await tab.getByRole('button', { name: 'Delete' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This entry was deleted in another tab or on another device.')).toBeVisible()
  await editor.submit.click()
  await editor.answer('Save as new entry')
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('too good to lose')).toHaveCount(1)
  expect(await storedDraftTexts(page)).toEqual([])
})

test('merges two changes that affect different parts of an entry', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), tags: ['old'] }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('new words')
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), tags: ['from the other device'] }])
  await editor.submit.click()
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('new words').getByRole('list', { name: 'Tags' })).toHaveText('from the other device')
})

test('keeps the draft of an entry when the user ticks a goal of the entry', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), goals: ['goal'] }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('half written')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.goto('/logs/one')
  await page.getByRole('checkbox', { name: 'goal' }).click()
  await expect(page.getByText('queued')).toHaveCount(0)
  await expect.poll(() => storedDraftTexts(page)).toEqual(['half written'])
  await page.goto('/logs/one?edit=true')
  await expect(editor.text).toHaveValue('half written')
  await editor.submit.click()
  await page.waitForURL(`${appUrl()}/`)
  await page.goto('/logs/one')
  await expect(page.getByRole('article')).toContainText('half written')
  await expect(page.getByRole('checkbox', { name: 'goal' }), 'the change of the other device').toBeChecked()
})

test('keeps a separate draft for each tab that edits the same entry, even when one tab crashes', async ({
  page,
  dashboard,
  context,
  account,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
  await expect(dashboard.newEntry).toBeVisible()
  const tab = await context.newPage()
  const [first, second] = [new Editor(page), new Editor(tab)]
  await page.goto('/logs/one?edit=true')
  await first.text.fill('in the tab that crashes')
  await expect.poll(() => storedDraftTexts(page)).toEqual(['in the tab that crashes'])
  await tab.goto('/logs/one?edit=true')
  await expect(second.text, 'the stored text, not the draft open in another tab').toHaveValue('as it was')
  await second.text.fill('in the other tab')
  await expect
    .poll(async () => new Set(await storedDraftTexts(tab)))
    .toEqual(new Set(['in the other tab', 'in the tab that crashes']))
  await crash(page)
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await second.showDrafts()
  await expect(second.drafts()).toHaveCount(2)
  const lost = second.drafts().filter({ hasText: 'in the tab that crashes' })
  await lost.getByRole('button', { name: 'Continue' }).click()
  await expect(second.text).toHaveValue('in the tab that crashes')
  const other = second.drafts().filter({ hasText: 'in the other tab' })
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(second.text).toHaveValue('in the other tab')
  await expect(second.text, 'the text field of the continued draft').toBeFocused()
  await expect(second.drafts()).toContainText('in the tab that crashes')
})

test('when a second tab saves the same entry offline, the conflict dialog shows the pending text of the first tab', async ({
  page,
  dashboard,
  context,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
  await dashboard.showLogs()
  await dashboard.card('as it was').getByRole('button', { name: 'Edit' }).click()
  const tab = await context.newPage()
  await tab.goto('/logs/one?edit=true')
  const [first, second] = [new Editor(page), new Editor(tab)]
  await first.text.fill('saved first')
  await second.text.fill('saved second')
  await goOffline(context)
  await first.submit.click()
  await page.waitForURL(`${appUrl()}/`)
  await second.submit.click()
  await expect(second.question).toContainText('saved first')
  await second.answer('Keep mine')
  await tab.waitForURL(`${appUrl()}/`)
  await context.setOffline(false)
  await dashboard.showLogs()
  await expect(dashboard.card('saved second')).toBeVisible({ timeout: 30_000 })
  await expect(dashboard.card('saved second')).not.toContainText('queued', { timeout: 30_000 })
  await expect.poll(() => storedDraftTexts(page)).toEqual([])
  expect((await storedEntry(account.uid, 'one')).content).toBe('saved second')
})
