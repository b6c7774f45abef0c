import type { Page, Route } from '@playwright/test'
import { Editor } from '#tests/support/pages/editor.ts'
import { connectionStatus } from '#tests/support/pages/connection.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const WRITTEN = 'Written while the database refuses.'
const FIRESTORE = '**/google.firestore.v1.Firestore/**'
const READ_ONCE = '**/v1/projects/*/databases/**'

/** Removes the credentials from a request, so that the database rejects it. */
async function withoutName(route: Route): Promise<void> {
  const request = route.request()
  const { authorization: _, ...headers } = request.headers()
  const asked = request.postData()
  // The database stream sends its headers in the body of its first request.
  const postData = asked?.replace(/Authorization(?:%3A|:)Bearer(?:%20| |\+)[\w.%-]+?(?=%0D|&|$)/, 'X-Nobody%3Atrue')
  await route.continue({ headers, ...(postData === undefined ? {} : { postData }) })
}

const refuse = async (page: Page): Promise<void> => {
  await page.route(FIRESTORE, withoutName)
  await page.route(READ_ONCE, withoutName)
}

test('keeps the text as a draft when the database rejects the user, and connects when the user tries again', async ({
  page,
  dashboard,
  account,
  expectedErrors,
  context,
}) => {
  expectedErrors.push(/permission|PERMISSION|status of 403|insufficient/i, LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'There before', time: Date.now() }])
  await dashboard.newEntry.waitFor()
  await refuse(page)
  await page.reload()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('Failed to fetch logs.')).toBeVisible()
  await expect(connectionStatus(page)).toHaveText('Access denied')
  await dashboard.showLogs()
  await expect(dashboard.panel.getByRole('alert')).toContainText('Failed to fetch logs.')

  const editor = new Editor(page)
  await editor.open()
  await editor.text.fill(WRITTEN)
  await editor.submit.click()
  await expect(toasts.getByText('Cannot add log: the backend is not connected or no user is logged in.')).toBeVisible()
  await expect(toasts.getByText('Your text is saved as a draft. Open New Entry to continue.')).toBeVisible()
  await expect(toasts.getByText('Log entry created successfully!')).toHaveCount(0)
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts).toContainText(WRITTEN)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Going offline breaks the database stream that was opened without credentials.
  await context.setOffline(true)
  await context.setOffline(false)
  await dashboard.panel.getByRole('button', { name: 'Try again' }).click()
  await expect(connectionStatus(page)).toHaveText('Online')
  await expect(dashboard.card('There before')).toBeVisible()
  await drafts.getByRole('button', { name: 'Continue' }).click()
  await expect(editor.text).toHaveValue(WRITTEN)
  await editor.submit.click()
  await expect(editor.draftsButton()).toHaveCount(0)
  await expect(dashboard.card(WRITTEN)).toHaveCount(1)
})
