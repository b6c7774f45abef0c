import { crash, storedDraftTexts } from '#tests/support/drafts.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

for (const { name, viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport })

    test('restores the text, level and time of a draft after a reload', async ({ page, dashboard }) => {
      const editor = new Editor(page)
      await dashboard.newEntry.waitFor()
      await editor.open()
      await page.getByRole('radio', { name: 'ALERT', exact: true }).check({ force: true })
      await editor.text.fill('half a thought')
      await page.reload()
      await expect(editor.text).toHaveValue('half a thought')
      await expect(page.getByRole('radio', { name: 'ALERT', exact: true })).toBeChecked()
      await expect(editor.draftsButton(), 'the drafts offered while this one is open').toHaveCount(0)
      await expect(
        page.getByRole('status').filter({ hasText: /Draft restored, \d+ \w+ \d{4} \d\d:\d\d/ }),
      ).toBeVisible()
      await editor.submit.click()
      await dashboard.showLogs()
      await expect(dashboard.card('half a thought')).toHaveCount(1)
      await expect(dashboard.card('half a thought')).not.toContainText('queued')
      expect(await storedDraftTexts(page)).toEqual([])
    })

    test('keeps the text of a tab that crashes while the user types', async ({ page, dashboard, context }) => {
      const next = await context.newPage()
      await dashboard.newEntry.click()
      await new Editor(page).text.pressSequentially('typed right before the crash')
      await expect.poll(() => storedDraftTexts(page)).toEqual(['typed right before the crash'])
      await crash(page)
      await next.goto(appUrl())
      const editor = new Editor(next)
      await editor.showDrafts()
      await expect(editor.drafts()).toContainText('typed right before the crash')
      await editor.drafts().getByRole('button', { name: 'Continue' }).click()
      await editor.submit.click()
      const after = new Dashboard(next)
      await after.showLogs()
      await expect(after.card('typed right before the crash')).toHaveCount(1)
      await expect(editor.draftsButton()).toHaveCount(0)
    })
  })

test('fits two drafts of different lengths on a phone in every view', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  for (const text of ['Short', 'A much longer draft about the crew that was supposed to come at eleven but did not']) {
    await editor.open()
    await editor.text.fill(text)
    await page.keyboard.press('Escape')
  }
  for (const view of ['lookback', 'tags']) {
    await page.goto(`/?view=${view}`)
    await editor.showDrafts()
    await expect(editor.drafts()).toHaveCount(2)
    const tops = await editor
      .drafts()
      .evaluateAll((drafts) =>
        drafts.map((draft) => Array.from(draft.querySelectorAll('button'), (key) => key.getBoundingClientRect().top)),
      )
    for (const [resume, discard] of tops) expect(resume).toBe(discard)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test('hides a draft from other users, and keeps the draft when the session ends unexpectedly', async ({
  page,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('mine alone')
  await expect.poll(() => storedDraftTexts(page)).toEqual(['mine alone'])
  // Deletes the stored session. A revoked token has the same effect.
  await page.goto('/icon.svg')
  await page.evaluate(async () => {
    const gone = indexedDB.deleteDatabase('firebaseLocalStorageDb')
    await new Promise((resolve) => (gone.onsuccess = resolve))
  })
  await signIn(page, await newAccount())
  await expect(dashboard.newEntry).toBeVisible()
  await dashboard.newEntry.click()
  await expect(editor.text).toHaveValue('')
  await expect(page.getByText('mine alone')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  const login = new LoginPage(page)
  await login.signIn(account.email, account.password)
  await editor.showDrafts()
  await expect(editor.drafts()).toContainText('mine alone')
})

test('asks the user before a sign-out removes a draft', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('left behind')
  await page.keyboard.press('Escape')
  await dashboard.logOut()
  const question = page.getByRole('alertdialog', { name: 'Unsaved data on this device' })
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await page.waitForURL(/\/login/)
  expect(await storedDraftTexts(page)).toEqual([])
})

test('does not offer a draft in one tab while the draft is open in another tab', async ({
  page,
  dashboard,
  context,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('being written')
  await expect.poll(() => storedDraftTexts(page)).toEqual(['being written'])
  const tab = await context.newPage()
  const other = new Dashboard(tab)
  await tab.goto(appUrl())
  await expect(other.newEntry).toBeVisible()
  await other.newEntry.click()
  await new Editor(tab).text.fill('another one')
  await expect.poll(async () => new Set(await storedDraftTexts(tab))).toEqual(new Set(['being written', 'another one']))
  await expect(new Editor(tab).draftsButton()).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(editor.draftsButton()).toHaveText('1 draft')
  await tab.close()
  await expect(editor.draftsButton()).toHaveText('2 drafts')
  await editor.showDrafts()
  await expect(editor.drafts().filter({ hasText: 'being written' })).toBeVisible()
  await expect(editor.drafts().filter({ hasText: 'another one' })).toBeVisible()
})

test('discards the changes to an entry when the user presses Cancel, and keeps a draft when the user presses Back', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'as saved', time: Date.now() }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('changed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article')).toContainText('as saved')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(editor.text).toHaveValue('as saved')
  await editor.text.fill('changed again')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await editor.showDrafts()
  await expect(editor.drafts()).toContainText('changed again')
  await page.goto('/logs/one?edit=true')
  await expect(editor.text).toHaveValue('changed again')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('article')).toContainText('as saved')
})

test('keeps a change that was saved offline when the user cancels a later edit', async ({
  page,
  dashboard,
  account,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now() }])
  await dashboard.showLogs()
  const editor = new Editor(page)
  const edit = (text: string) => dashboard.card(text).getByRole('button', { name: 'Edit' }).click()
  await edit('as it was')
  await editor.text.fill('saved offline')
  await goOffline(context)
  await editor.submit.click()
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.showLogs()
  await edit('saved offline')
  await editor.text.fill('and changed once more')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article')).toContainText('saved offline')
  await context.setOffline(false)
  await page.goto('/')
  await dashboard.showLogs()
  await expect(dashboard.card('saved offline')).toBeVisible()
  await expect(dashboard.card('saved offline')).not.toContainText('queued', { timeout: 30_000 })
})

test('shows the drafts after a press on their number', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('Half a thought')
  await page.keyboard.press('Escape')
  await dashboard.panel.getByRole('button', { name: '1 draft' }).click()
  await page.getByRole('region', { name: 'Drafts' }).getByRole('button', { name: 'Continue' }).click()
  await expect(editor.text).toHaveValue('Half a thought')
})

test('discards the draft that Escape has kept after a press on Discard in the message', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('Half a thought')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Discard' }).click()
  await expect(editor.draftsButton()).toHaveCount(0)
})
