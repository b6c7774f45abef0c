import { goOffline, connectionStatus, waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { storedContentsOf, seed } from '#tests/support/stored.ts'
import { appUrl, expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

/** Matches the message that the browser logs when a sign-in is rejected. */
const REFUSED = /status of 400/
const WRONG_PASSWORD = 'The supplied auth credential is incorrect, malformed or has expired.'

test('shows one error message for a wrong password, and keeps the email address in the form', async ({
  page,
  login,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await login.open()
  await login.signIn(account.email, 'not the password')
  await expect(login.error).toHaveText(WRONG_PASSWORD)
  await expect(page.getByText(WRONG_PASSWORD)).toHaveCount(1)
  await expect(login.email).toHaveValue(account.email)
  await login.signIn(account.email, account.password)
  await page.waitForURL(`${appUrl()}/`)
})

test('clears the sign-in error when the visitor switches to creating an account', async ({
  login,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await login.open()
  await login.signIn(account.email, 'not the password')
  await expect(login.error).toHaveText(WRONG_PASSWORD)
  await login.choose('Create Account')
  await expect(login.error).toHaveCount(0)
})

test('shows a sign-in error in the form when the code of the toasts cannot be loaded', async ({
  page,
  login,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED, LOST_CONNECTION)
  await page.route('**/assets/soon-*.js', (route) => route.abort())
  await login.open()
  await login.signIn(account.email, 'not the password')
  await expect(page.locator('form').getByRole('alert')).toHaveText(WRONG_PASSWORD)
})

test('rejects a new account with the email address of an existing account', async ({
  login,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  await login.open()
  await login.createAccount(account.email, 'another password')
  await expect(login.error).toHaveText('The email address is already in use by another account.')
})

test.describe('password recovery', () => {
  test('shows what is wrong with the email address for a password recovery', async ({
    page,
    login,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED)
    await login.open()
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(login.error).toHaveText('Please enter your email address.')
    await expect(login.email).toHaveAccessibleDescription('Please enter your email address.')
    await login.email.fill('a.mercer@')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(login.error).toHaveText('Invalid email format.')
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('shows the same message after a password recovery for known and for unknown email addresses', async ({
    page,
    login,
    account,
  }) => {
    for (const email of [account.email, `nobody-${Date.now()}@example.org`]) {
      await page.goto('/password-recovery')
      await login.email.fill(email)
      await page.getByRole('button', { name: 'Send reset link' }).click()
      for (const place of [page.locator('form'), page.getByRole('region', { name: 'Notifications' })])
        await expect(place).toContainText('Password reset email sent! Check your inbox (and spam folder).')
    }
  })

  test('shows an error when the service does not answer a password recovery', async ({
    page,
    login,
    expectedErrors,
  }) => {
    expectedErrors.push(LOST_CONNECTION)
    await page.goto('/password-recovery')
    await page.route('**/accounts:sendOobCode**', (route) => route.abort())
    await login.email.fill('a.mercer@example.org')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(login.error).toHaveText('Password reset failed. Please try again.')
  })
})

for (const id of ['no%20id', '____', 'a%2Fb', `x${'y'.repeat(200)}`, 'missing'])
  test(`shows a not-found page at /logs/${id.slice(0, 12)}, where no entry exists, and returns to the dashboard`, async ({
    page,
    dashboard,
  }) => {
    await expect(dashboard.newEntry).toBeVisible()
    await page.goto(`/logs/${id}`)
    await expect(page.getByRole('heading', { name: /Log not found/i })).toBeVisible()
    if (id !== 'a%2Fb') await page.waitForURL(`${appUrl()}/`)
  })

test('shows a not-found page at the address of a deleted entry', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'gone', content: 'gone', time: Date.now(), deleted: true }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/gone')
  await expect(page.getByRole('heading', { name: 'Log not found' })).toBeVisible()
})

test('rejects an entry of 60,000 characters without sending the entry, and keeps its text in the editor', async ({
  page,
  dashboard,
}) => {
  await dashboard.newEntry.click()
  const message = page.getByLabel('Message')
  const text = `${'word '.repeat(11_999)}words`
  await message.fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('10,000 characters over the limit of 50,000')
  await expect(message).toHaveValue(text)
  await message.fill('short enough')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Log entry created successfully!')).toBeVisible()
})

test('does not submit a blank entry, and closes the editor on Escape', async ({ page, dashboard }) => {
  await dashboard.newEntry.click()
  await page.getByLabel('Message').fill(' \n ')
  await expect(page.getByRole('button', { name: 'Submit Entry' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${appUrl()}/`)
})

test('creates one entry when the user presses Submit many times', async ({ page, dashboard }) => {
  await dashboard.newEntry.click()
  await page.getByLabel('Message').fill('only once')
  await page.getByRole('button', { name: 'Submit Entry' }).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 50; press++) button.click()
  })
  await dashboard.showLogs()
  await expect(dashboard.card('only once')).toHaveCount(1)
  await expect(dashboard.card('only once')).not.toContainText('queued')
  await expect(page.getByText('Failed to create log entry.')).toHaveCount(0)
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(1)
})

test('uses default settings when the values in localStorage are corrupt', async ({ page, login }) => {
  await page.addInitScript(() => {
    for (const key of ['soundEnabled', 'soundVolume', 'terminalEffectsEnabled', 'keptText:x:new'])
      localStorage.setItem(key, '{"broken": ')
  })
  await login.open()
  await expect(login.submit).toBeVisible()
  await expect(page.locator('.crt')).toHaveCount(1)
})

test('shows the journal when localStorage is blocked', async ({ page, dashboard }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await page.reload()
  // Without localStorage, the page renders again when its code has loaded. Only then does the app replay earlier
  // presses.
  await expect(connectionStatus(page)).toHaveText('Online')
  await dashboard.write('written without storage', 'FIELD')
  await dashboard.showLogs()
  await expect(dashboard.card('written without storage')).toBeVisible()
})

test('shows an entry written offline as queued, warns on sign-out, and sends the entry when the network returns', async ({
  page,
  context,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await dashboard.showLogs()
  await expect(page.getByText('No operation logs found.')).toBeVisible()
  await goOffline(context)
  await dashboard.write('written in a tunnel', 'FIELD')
  const card = dashboard.card('written in a tunnel')
  await expect(card.getByText('queued')).toBeVisible()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts).toContainText('Log entry queued until the server can be reached')
  await expect(page.getByText('Log entry created successfully!')).toHaveCount(0)
  await dashboard.logOut()
  await expect(page.getByRole('alertdialog', { name: 'Unsaved data on this device' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await expect(toasts).toContainText('Log entry created successfully!', { timeout: 30_000 })
  await expect(card).not.toContainText('queued')
})

test('asks the user twice before Delete All, which also removes the entries in the trash', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, [
    { id: 'one', content: 'one', time: Date.now() },
    { id: 'two', content: 'two', time: Date.now() - 1000, deleted: true },
  ])
  await expect(dashboard.count).toHaveText('1')
  await dashboard.panel.getByRole('button', { name: 'Delete All' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    'WARNING: Are you sure you want to delete ALL log entries? This action cannot be undone. Deleted entries that you could still restore are deleted too.',
  )
  await dialog.getByRole('button', { name: 'Delete All' }).click()
  await expect(dialog).toContainText('FINAL WARNING: This will permanently delete ALL your log entries. Proceed?')
  await dialog.getByRole('button', { name: 'Delete All' }).click()
  await expect(page.getByText('All logs have been deleted.')).toBeVisible()
  await expect(dashboard.count).toHaveText('0')
  await page.goto('/logs/two')
  await expect(page.getByRole('heading', { name: 'Log not found' })).toBeVisible()
})

test('deletes nothing and shows an error when Delete All runs offline', async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, [{ id: 'one', content: 'one', time: Date.now() }])
  await expect(dashboard.count).toHaveText('1')
  await waitUntilPreloaded(page)
  await goOffline(context)
  await dashboard.deleteAll()
  await expect(page.getByText('Failed to delete all logs. You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Online', { timeout: 60_000 })
  await expect(dashboard.count).toHaveText('1')
  expect(await storedContentsOf(account.uid)).toEqual(['one'])
})

test('offers to load a screen again when the code of the screen fails to load', async ({
  page,
  login,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, /dynamically imported module/)
  await page.route('**/PasswordRecoveryPage-*.js', (route) => route.abort())
  await login.open()
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('alert')).toContainText('This screen could not be loaded.')
  await page.unroute('**/PasswordRecoveryPage-*.js')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { name: 'Password recovery' })).toBeVisible()
})

test('writes a new entry when the user opens the address /logs/new directly', async ({ page, dashboard }) => {
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/new')
  await page.getByLabel('Message').fill('straight from the address')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Log entry created successfully!')).toBeVisible()
  await dashboard.showLogs()
  await expect(dashboard.card('straight from the address')).toBeVisible()
})

test('exports the whole journal after the database has left a request without an answer', async ({
  page,
  dashboard,
  account,
}) => {
  const time = Date.now() - 60_000
  await seed(
    account.uid,
    Array.from({ length: 60 }, (_, index) => ({ id: `e${index}`, content: `Patrol ${index}`, time: time + index })),
  )
  // The app repeats the request after 30 s.
  await page.route('**/documents/**:runQuery*', () => {}, { times: 1 })
  await page.reload()
  await expect(dashboard.count).toHaveText('60', { timeout: 45_000 })
  const { text } = await dashboard.exportText()
  expect(text.match(/^Patrol \d+$/gm)).toHaveLength(60)
})
