import type { Page } from '@playwright/test'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { app, expect, LOST_CONNECTION, newAccount, seed, signIn, storedEntry, test } from '#tests/support/test.ts'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

/** What the device keeps, by the text of each draft. */
const keptTexts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft:'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').content),
  )

for (const { name, viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport })

    test('a reload while writing comes back to the text and its time', async ({ page, dashboard }) => {
      const editor = new Editor(page)
      await dashboard.newEntry.waitFor()
      await editor.open()
      await page.getByRole('radio', { name: 'ALERT', exact: true }).check({ force: true })
      await editor.text.fill('half a thought')
      await page.reload()
      await expect(editor.text).toHaveValue('half a thought')
      await expect(page.getByRole('radio', { name: 'ALERT', exact: true })).toBeChecked()
      await expect(editor.drafts(), 'it is open, so nobody offers it').toHaveCount(0)
      await expect(
        page.getByRole('status').filter({ hasText: /Your draft is back, \d+ \w+ \d{4} \d\d:\d\d/ }),
      ).toBeVisible()
      await editor.submit.click()
      await dashboard.showLogs()
      await expect(dashboard.card('half a thought')).toHaveCount(1)
      await expect(dashboard.card('half a thought').getByText('queued')).toHaveCount(0)
      expect(await keptTexts(page)).toEqual([])
    })

    test('a tab that crashes while somebody types loses nothing', async ({ page, dashboard, context }) => {
      const next = await context.newPage()
      await dashboard.newEntry.click()
      await new Editor(page).text.pressSequentially('typed right before the crash')
      await expect.poll(() => keptTexts(page)).toEqual(['typed right before the crash'])
      const crash = await context.newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      crash.send('Page.crash').catch(() => {})
      await crashed
      await next.goto(app())
      const editor = new Editor(next)
      await expect(editor.drafts()).toContainText('typed right before the crash')
      await editor.drafts().getByRole('button', { name: 'Continue' }).click()
      await editor.submit.click()
      const after = new Dashboard(next)
      await after.showLogs()
      await expect(after.card('typed right before the crash')).toHaveCount(1)
      await expect(editor.drafts()).toHaveCount(0)
    })

    test('two tabs that change one entry: the later one chooses, and keeps both', async ({
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
      await page.waitForURL(`${app()}/`)
      await expect(tab.getByText('This entry was changed elsewhere meanwhile.')).toBeVisible()
      await second.submit.click()
      await expect(second.question).toContainText('changed in the first tab')
      await expect(second.question).toContainText('changed in the second tab')
      await second.answer('Keep both')
      await tab.waitForURL(`${app()}/`)
      await dashboard.showLogs()
      await expect(dashboard.card('changed in the first tab')).toHaveCount(1)
      await expect(dashboard.card('changed in the second tab')).toHaveCount(1)
      await expect(dashboard.cards).toHaveCount(2)
    })
  })

test('two devices, one of them offline: the change that comes later waits for a choice', async ({
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
  await page.context().setOffline(true)

  const other = await browser.newContext({ baseURL: app() })
  const device = await other.newPage()
  await signIn(device, account)
  await device.goto('/logs/one?edit=true')
  const online = new Editor(device)
  await online.text.fill('written at the desk')
  await online.submit.click()
  await device.waitForURL(`${app()}/`)
  await other.close()

  await offline.submit.click()
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('written in a tunnel').getByText('queued')).toBeVisible()
  await page.context().setOffline(false)
  await expect(offline.drafts()).toContainText('Changed elsewhere too', { timeout: 30_000 })
  await expect(dashboard.card('written at the desk')).toBeVisible()
  await offline.drafts().getByRole('button', { name: 'Compare' }).click()
  await expect(offline.text).toHaveValue('written in a tunnel')
  await offline.submit.click()
  await expect(offline.question).toContainText('written at the desk')
  await offline.answer('Keep mine')
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('written in a tunnel')).toBeVisible()
  await expect(dashboard.card('written in a tunnel').getByText('queued')).toHaveCount(0)
  await expect(offline.drafts()).toHaveCount(0)
})

test('an entry that is deleted while somebody changes it: their text becomes a new one', async ({
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
  await expect.poll(() => keptTexts(page)).toEqual(['too good to lose'])
  const tab = await context.newPage()
  await tab.goto('/logs/one')
  await tab.getByRole('button', { name: 'Delete' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This entry was deleted elsewhere meanwhile.')).toBeVisible()
  await editor.submit.click()
  await editor.answer('Save as new entry')
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('too good to lose')).toHaveCount(1)
  expect(await keptTexts(page)).toEqual([])
})

test('parts that were changed elsewhere stay, where they are not the same', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), tags: ['old'] }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('new words')
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), tags: ['from the other device'] }])
  await editor.submit.click()
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await expect(dashboard.card('new words').getByRole('list', { name: 'Tags' })).toHaveText('from the other device')
})

test('a draft is shown to nobody else, and survives a session that ended by itself', async ({
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
  await expect.poll(() => keptTexts(page)).toEqual(['mine alone'])
  // As when the token is revoked: the device forgets who is signed in.
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
  await expect(editor.drafts()).toContainText('mine alone')
})

test('signing out asks before a draft is removed, and then removes it', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('left behind')
  await page.keyboard.press('Escape')
  await editor.answer('Keep draft')
  await dashboard.logOut()
  const question = page.getByRole('alertdialog', { name: 'Not everything is sent' })
  await question.getByRole('button', { name: 'Sign out and lose them' }).click()
  await page.waitForURL(/\/login/)
  expect(await keptTexts(page)).toEqual([])
})

test('a draft that is open in one tab is not offered in another', async ({ page, dashboard, context }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('being written')
  await expect.poll(() => keptTexts(page)).toEqual(['being written'])
  const tab = await context.newPage()
  const other = new Dashboard(tab)
  await tab.goto(app())
  await expect(other.newEntry).toBeVisible()
  await other.newEntry.click()
  await new Editor(tab).text.fill('another one')
  await expect(new Editor(tab).drafts()).toHaveCount(0)
  await tab.close()
  await page.keyboard.press('Escape')
  await editor.answer('Keep draft')
  await expect(editor.drafts().filter({ hasText: 'being written' })).toBeVisible()
  await expect(editor.drafts().filter({ hasText: 'another one' })).toBeVisible()
})

test('Cancel on the page of an entry goes back to what is saved, and Back keeps a draft', async ({
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
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(editor.drafts()).toContainText('changed again')
  await page.goto('/logs/one?edit=true')
  await expect(editor.text).toHaveValue('changed again')
  await page.keyboard.press('Escape')
  await editor.answer('Discard changes')
  await expect(page.getByRole('article')).toContainText('as saved')
})

test('Cancel keeps what was saved before and still waits for the network', async ({
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
  await context.setOffline(true)
  await editor.submit.click()
  await page.waitForURL(`${app()}/`)
  await dashboard.showLogs()
  await edit('saved offline')
  await editor.text.fill('and changed once more')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('article')).toContainText('saved offline')
  await context.setOffline(false)
  await page.goto('/')
  await dashboard.showLogs()
  await expect(dashboard.card('saved offline')).toBeVisible()
  await expect(dashboard.card('saved offline').getByText('queued')).toHaveCount(0, { timeout: 30_000 })
})

test('ticking a goal leaves a draft of the entry as it is', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'as it was', time: Date.now(), goals: ['goal'] }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await editor.text.fill('half written')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.goto('/logs/one')
  await page.getByRole('checkbox', { name: 'goal' }).click()
  await expect(page.getByText('queued')).toHaveCount(0)
  await expect.poll(() => keptTexts(page)).toEqual(['half written'])
  await page.goto('/logs/one?edit=true')
  await expect(editor.text).toHaveValue('half written')
  await editor.submit.click()
  await page.waitForURL(`${app()}/`)
  await page.goto('/logs/one')
  await expect(page.getByRole('article')).toContainText('half written')
  await expect(page.getByRole('checkbox', { name: 'goal' }), 'both changes are there').toBeChecked()
})

test('two tabs with the same entry keep a draft each, and a crash of one costs neither', async ({
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
  await expect.poll(() => keptTexts(page)).toEqual(['in the tab that crashes'])
  await tab.goto('/logs/one?edit=true')
  await expect(second.text, 'what another tab has open is not taken from it').toHaveValue('as it was')
  await second.text.fill('in the other tab')
  await expect
    .poll(async () => new Set(await keptTexts(tab)))
    .toEqual(new Set(['in the other tab', 'in the tab that crashes']))
  const crash = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  crash.send('Page.crash').catch(() => {})
  await crashed
  await tab.getByRole('button', { name: 'Back' }).click()
  await expect(second.drafts()).toHaveCount(2)
  const lost = second.drafts().filter({ hasText: 'in the tab that crashes' })
  await lost.getByRole('button', { name: 'Continue' }).click()
  await expect(second.text).toHaveValue('in the tab that crashes')
  const other = second.drafts().filter({ hasText: 'in the other tab' })
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(second.text).toHaveValue('in the other tab')
  await expect(second.drafts()).toContainText('in the tab that crashes')
})

test('two tabs save one entry offline: the later one sees the text that is on its way', async ({
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
  await context.setOffline(true)
  await first.submit.click()
  await page.waitForURL(`${app()}/`)
  await second.submit.click()
  await expect(second.question).toContainText('saved first')
  await second.answer('Keep mine')
  await tab.waitForURL(`${app()}/`)
  await context.setOffline(false)
  await dashboard.showLogs()
  await expect(dashboard.card('saved second')).toBeVisible({ timeout: 30_000 })
  await expect(dashboard.card('saved second').getByText('queued')).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(() => keptTexts(page)).toEqual([])
  expect((await storedEntry(account.uid, 'one')).content).toBe('saved second')
})
