import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { appUrl, controlBackend, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

const FIRST = '**Water main out.** Pressure dropped to zero at 07:55.\n\n- [x] Filled two cans\n- [ ] Check the valve'
const EDITED = `${FIRST}\n\nRepair crew arrived at 11:00. Ünïcode 😀 survives.`
const SECOND = 'PT complete: 8.4 km'
const DOOMED = 'This one goes away'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, ends: 'stop' },
  { name: 'phone', viewport: { width: 390, height: 844 }, ends: 'kill' },
] as const

for (const { name, viewport, ends } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport })

    test('keeps all changes of a user when the backend restarts', async ({
      page,
      context,
      browser,
      expectedErrors,
    }) => {
      const email = `journey-${name}-${Date.now()}@example.org`
      const login = new LoginPage(page)
      await login.open()
      await login.createAccount(email, 'correct horse')
      await page.waitForURL(`${appUrl()}/`)
      const dashboard = new Dashboard(page)
      await expect(page.getByText(email).last()).toBeVisible()

      await dashboard.write(FIRST, 'ALERT')
      await expect(page.getByText('Log entry created successfully!')).toBeVisible()
      await dashboard.showLogs()
      const card = dashboard.card('Water main out.')
      await expect(card.locator('strong')).toHaveText('Water main out.')
      await expect(card.getByRole('img', { name: 'ALERT' })).toBeVisible()
      await expect(dashboard.count).toHaveText('1')

      const tab = await context.newPage()
      await tab.goto('/')
      const second = new Dashboard(tab)
      await second.showLogs()
      await expect(second.card('Water main out.')).toBeVisible()
      await dashboard.write(SECOND, 'TACTICAL')
      await expect(second.card(SECOND)).toBeVisible()
      await second.write(DOOMED, 'FIELD')
      await expect(dashboard.card(DOOMED)).toBeVisible()
      await expect(dashboard.count).toHaveText('3')

      await card.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Content').fill(EDITED)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Log saved successfully')).toBeVisible()
      await page.waitForURL(`${appUrl()}/`)
      await dashboard.showLogs()
      await expect(dashboard.cards).toHaveCount(3)

      await dashboard.card(DOOMED).getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog', { name: 'Delete log' })
      await expect(question).toContainText('Are you sure you want to delete this log? This action cannot be undone.')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Log deleted')).toBeVisible()
      await expect(dashboard.cards).toHaveCount(2)
      await expect(second.cards).toHaveCount(2)

      const expected = `[${await dashboard.stampOf('Water main out.')}] [ALERT]\n${EDITED}\n\n[${await dashboard.stampOf(SECOND)}] [TACTICAL]\n${SECOND}\n`
      const file = await dashboard.exportText()
      expect(file.text).toBe(expected)
      expect(file.name).toMatch(/^sitrep-export-\d{4}-\d\d-\d\d\.md$/)
      await expect(page.getByText('Logs exported successfully!')).toBeVisible()
      await tab.close()

      await dashboard.logOut()
      await page.waitForURL(/\/login/)
      expectedErrors.push(LOST_CONNECTION)
      await controlBackend(ends)
      await controlBackend('start')
      await login.open()
      await login.signIn(email, 'correct horse')
      await page.waitForURL(`${appUrl()}/`)
      await dashboard.showLogs()
      await expect(dashboard.card('Repair crew arrived').or(dashboard.card('Water main out.'))).toBeVisible()
      await expect(dashboard.cards).toHaveCount(2)

      const stranger = await browser.newContext({ viewport, baseURL: appUrl() })
      const other = await stranger.newPage()
      await signIn(other, await newAccount())
      const theirs = new Dashboard(other)
      await theirs.showLogs()
      await expect(other.getByText('No operation logs found.')).toBeVisible()
      await stranger.close()
    })
  })
}
