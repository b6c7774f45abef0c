import { readFileSync } from 'node:fs'
import { storedDraftTexts } from '#tests/support/drafts.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { requestAsAdmin, seed } from '#tests/support/stored.ts'
import { appUrl, controlBackend, expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

test('keeps typed text when the backend is killed, and sends the text when the backend starts again', async ({
  page,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await dashboard.write('before the outage', 'FIELD')
  await dashboard.showLogs()
  await expect(dashboard.card('before the outage')).toBeVisible()
  await expect(dashboard.card('before the outage')).not.toContainText('queued')
  await dashboard.newEntry.click()
  await page.getByLabel('Message').fill('typed during')
  await controlBackend('kill')
  await page.getByLabel('Message').pressSequentially(' the outage')
  await page.keyboard.press('Control+Enter')
  await expect(dashboard.card('typed during the outage').getByText('queued')).toBeVisible()
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.card('typed during the outage').getByText('queued')).toBeVisible()
  await controlBackend('start')
  await expect(dashboard.card('typed during the outage')).not.toContainText('queued', { timeout: 60_000 })
  await expect(dashboard.cards).toHaveCount(2)
})

test.describe('a write that the server rejects', () => {
  const rules = (content: string) =>
    requestAsAdmin(
      'demo-sitrep:securityRules',
      { rules: { files: [{ name: 'firestore.rules', content }] } },
      'PUT',
      '/emulator/v1/projects/',
    )
  const real = () => readFileSync('firestore.rules', 'utf8')
  const refusing = () =>
    real()
      .replace('allow create: if isOwner(uid) && validNewLog', 'allow create: if false && validNewLog')
      .replace('allow update: if isOwner(uid) && validChange', 'allow update: if false && validChange')
  test.afterEach(() => rules(real()))

  test('shows an error, and no success message, when the server rejects a deletion or a ticked goal', async ({
    page,
    dashboard,
    account,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    await seed(account.uid, [{ id: 'one', content: 'stays', time: Date.now(), goals: ['Buy rope'] }])
    await expect(dashboard.count).toHaveText('1')
    await rules(refusing())
    await dashboard.showLogs()
    await dashboard.remove(dashboard.card('stays'))
    await expect(page.getByText('Failed to delete log')).toBeVisible()
    await expect(page.getByText('Log deleted')).toHaveCount(0)
    await expect(dashboard.card('stays')).toBeVisible()
    await dashboard.card('stays').locator('.log-when').click()
    await page.getByRole('checkbox', { name: 'Buy rope' }).click()
    await expect(page.getByText('Failed to update log.')).toBeVisible()
  })

  test('shows an error and keeps the text as a draft when the server rejects a new entry', async ({
    page,
    dashboard,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    await expect(dashboard.count).toHaveText('0')
    await rules(refusing())
    await dashboard.write('must not be lost', 'ALERT')
    await expect(page.getByText('Failed to create log entry.')).toBeVisible()
    await expect(page.getByText('Log entry created successfully!')).toHaveCount(0)
    await rules(real())
    await dashboard.newEntry.click()
    const offered = page.getByRole('dialog').getByRole('group', { name: 'Draft from ' })
    await expect(offered).toContainText('Rejected by the server, saved as a draft')
    await offered.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Message')).toHaveValue('must not be lost')
    await expect(page.getByRole('radio', { name: 'ALERT', exact: true })).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await dashboard.showLogs()
    await expect(dashboard.card('must not be lost')).toBeVisible()
    await page.reload()
    await dashboard.showLogs()
    await expect(dashboard.card('must not be lost')).toBeVisible()
  })

  test('names the reason when the server rejects a new entry during an edit of the entry', async ({
    page,
    dashboard,
    expectedErrors,
  }) => {
    expectedErrors.push(LOST_CONNECTION, /status of 403/)
    await expect(dashboard.count).toHaveText('0')
    await rules(refusing())
    await goOffline(page.context())
    await dashboard.write('the first text', 'ALERT')
    await dashboard.showLogs()
    await dashboard.card('the first text').getByRole('button', { name: 'Edit' }).click()
    const editor = new Editor(page)
    await editor.text.fill('the second text')
    await expect.poll(() => storedDraftTexts(page)).toContain('the second text')
    await page.context().setOffline(false)
    await expect(page.getByText('The server rejected this entry.')).toBeVisible()
    await expect(page.getByText('was deleted')).toHaveCount(0)
    await rules(real())
    await editor.submit.click()
    await expect(page.getByRole('alertdialog')).toContainText('The server rejected the entry while you were writing.')
    await editor.answer('Save as new entry')
    await page.waitForURL(`${appUrl()}/`)
    await dashboard.showLogs()
    await expect(dashboard.card('the second text')).toHaveCount(1)
  })

  test('shows an error and keeps the text in the editor when the server rejects a change', async ({
    page,
    dashboard,
    account,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    await seed(account.uid, [{ id: 'one', content: 'the first text', time: Date.now() }])
    await dashboard.showLogs()
    await dashboard.card('the first text').getByRole('button', { name: 'Edit' }).click()
    await rules(refusing())
    await page.getByLabel('Content').fill('the second text')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Failed to save log')).toBeVisible()
    await rules(real())
    await page.goto('/')
    await dashboard.showLogs()
    await dashboard.card('the first text').getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('Content')).toHaveValue('the second text')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`${appUrl()}/`)
    await dashboard.showLogs()
    await expect(dashboard.card('the second text')).toBeVisible()
  })
})
