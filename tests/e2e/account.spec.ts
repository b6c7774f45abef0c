import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { deviceContents } from '#tests/support/deviceContents.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { LoginPage } from '#tests/support/pages/loginPage.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { newAccount, type Account } from '#tests/support/accounts.ts'
import { seed, storedTheme } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const WRITTEN = 'Met the source at the north gate.'
const HALF = 'Half a sentence about'

const signOut = (page: Page): Locator => page.getByRole('button', { name: 'Logout' })

test.describe('a shared device', () => {
  test('stores the session and the draft of a shared device only in the tab, and removes them on sign-out', async ({
    page,
    login,
    account,
    context,
  }) => {
    await login.open()
    await login.shared.check()
    await login.signIn(account.email, account.password)
    const dashboard = new Dashboard(page)
    const editor = new Editor(page)
    await dashboard.write(WRITTEN, 'FIELD')
    await dashboard.showLogs()
    await expect(dashboard.card(WRITTEN)).toBeVisible()
    await expect(page.getByText('Log entry created successfully!')).toBeVisible()
    await page.goto('/logs/new')
    await editor.text.fill(HALF)
    await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join(' '))).toContain(HALF)

    await page.reload()
    await expect(editor.text).toHaveValue(HALF)
    await expectNothingOf(page, account)
    const other = await context.newPage()
    await other.goto('/')
    await expect(other).toHaveURL(/\/login/)
    await expect(new LoginPage(other).shared).not.toBeChecked()

    await page.goto('/')
    await signOut(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out anyway' }).click()
    await expect(page).toHaveURL(`${appUrl()}/login`)
    await expect(login.shared).toBeChecked()
    await expectNothingOf(page, account)
    expect(await page.evaluate(() => Object.entries(sessionStorage))).toEqual([['sharedDevice', 'true']])
  })

  test('turns shared device mode on and off in the settings', async ({ page, dashboard, login, account }) => {
    await dashboard.write(WRITTEN, 'FIELD')
    await expect(page.getByText('Log entry created successfully!')).toBeVisible()
    const settings = new Settings(page)
    await settings.open('account')
    await settings.step('Turn on shared device mode').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(`${appUrl()}/login`)
    await expect(login.shared).toBeChecked()
    await login.signIn(account.email, account.password)
    // The page reloads after the sign-in and reads the preferences of the tab, in which the list is closed.
    await expect(dashboard.viewLogs).toHaveAttribute('aria-pressed', 'false')
    await dashboard.showLogs()
    await expect(dashboard.card(WRITTEN)).toBeVisible()
    await expectNothingOf(page, account)

    await settings.open('account')
    await settings.step('Turn off shared device mode').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(login.shared).not.toBeChecked()
    await login.signIn(account.email, account.password)
    // The device remembers that the list was open before it was shared.
    await expect(dashboard.card(WRITTEN)).toBeVisible()
    await expect.poll(() => deviceContents(page)).toContain(WRITTEN)
  })
})

async function expectNothingOf(page: Page, { uid, email }: Account): Promise<void> {
  const kept = await deviceContents(page)
  for (const secret of [uid, email, WRITTEN, HALF]) expect(kept).not.toContain(secret)
}

test('opens the page for a password change in a new tab', async ({ page, dashboard, context }) => {
  await dashboard.newEntry.waitFor()
  await new Settings(page).open('account')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Change Password' }).click(),
  ])
  await expect(tab).toHaveURL(`${appUrl()}/password-recovery`)
  await expect(page).toHaveURL(`${appUrl()}/settings?tab=account`)
})

const MyData = z.object({
  format: z.literal('sitrep-account'),
  account: z.object({ uid: z.string(), email: z.string() }),
  settings: z.object({ theme: z.string() }),
  logs: z.array(z.object({ id: z.string(), content: z.string(), deleted: z.boolean(), timestamp: z.iso.datetime() })),
  favorites: z.array(z.unknown()),
  drafts: z.array(z.object({ content: z.string() })),
})

test('downloads all data that is stored about a user', async ({
  page,
  dashboard,
  account,
  expectedErrors,
  context,
}) => {
  const at = Date.UTC(2026, 0, 1)
  await seed(account.uid, [
    ...Array.from({ length: 510 }, (_, index) => ({ id: `e${index}`, content: `entry ${index}`, time: at + index })),
    { id: 'gone', content: 'deleted', time: at, deleted: true },
  ])
  await dashboard.newEntry.waitFor()
  const settings = new Settings(page)
  await settings.open('general')
  await settings.theme('Codec').check()
  await expect.poll(() => storedTheme(account.uid)).toBe('mgs')
  await page.goto('/logs/new')
  await new Editor(page).text.fill(HALF)
  await settings.open('account')
  const key = page.getByRole('button', { name: 'Download my data' })
  const [download] = await Promise.all([page.waitForEvent('download'), key.click()])
  expect(download.suggestedFilename()).toMatch(/^sitrep-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = MyData.parse(JSON.parse(readFileSync(await download.path(), 'utf8')))
  expect(data).toMatchObject({ account: { uid: account.uid, email: account.email }, settings: { theme: 'mgs' } })
  expect(new Set(data.logs.map(({ id }) => id)).size).toBe(511)
  expect(data.logs.find(({ id }) => id === 'gone')).toMatchObject({ content: 'deleted', deleted: true })
  expect(data.drafts.map(({ content }) => content)).toEqual([HALF])

  expectedErrors.push(LOST_CONNECTION)
  await goOffline(context)
  await key.click()
  await expect(page.getByText('Your data was not downloaded, because the server could not be reached.')).toBeVisible()
})

test('erases an account completely when the operator tool is killed and then started again', async ({
  page,
  dashboard,
  account,
  expectedErrors,
}) => {
  // Five runs of the operator tool, two of which delete many of the 2000 documents, exceed the default timeout.
  test.setTimeout(120_000)
  const bystander = await newAccount()
  const at = Date.UTC(2026, 0, 1)
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `e${index}`, content: `entry ${index}`, time: at + index }))
  // The operator tool removes 500 documents a second, so 2000 documents keep the tool running until the test kills it.
  await seed(account.uid, many(2000))
  await seed(bystander.uid, many(3))
  await dashboard.newEntry.waitFor()

  const cutOff = await erase([account.uid, '--yes'], (told) => told.includes('00 documents removed'))
  expect(cutOff).not.toContain('Nothing is left')
  const again = await erase([account.uid, '--yes'])
  const [before = '', after = ''] = again.split('documents removed.')
  expect(before, 'the entries left by the first run').toMatch(new RegExp(`[1-9]\\d*  users/${account.uid}/logs\n`))
  expect(after).toContain(`Nothing is left of ${account.uid}.`)
  expect(await erase([account.uid, '--yes'])).toContain('There is nothing of this account.')
  expect(await erase([bystander.uid])).toMatch(new RegExp(` 3  users/${bystander.uid}/logs\n`))
  expect(await erase(['a/b', '--yes'])).toContain('Usage: npm run delete-account -- <uid>.')

  expectedErrors.push(/status of 400/)
  await page.goto('/login')
  const login = new LoginPage(page)
  await login.signIn(account.email, account.password)
  await expect(login.error).toBeVisible()
})

/** Runs the operator tool and returns its output. Kills the tool as soon as `isEnough` accepts the output. */
async function erase(args: readonly string[], isEnough: (told: string) => boolean = () => false): Promise<string> {
  const tool = spawn(process.execPath, ['scripts/deleteAccount.ts', '--local', ...args], {
    env: {
      ...process.env,
      FIRESTORE_EMULATOR_HOST: addressOf('E2E_FIRESTORE'),
      FIREBASE_AUTH_EMULATOR_HOST: addressOf('E2E_AUTH'),
    },
  })
  let told = ''
  const read = (chunk: Buffer) => {
    told += chunk.toString()
    if (isEnough(told)) tool.kill('SIGKILL')
  }
  tool.stdout.on('data', read)
  tool.stderr.on('data', read)
  await new Promise((resolve) => tool.once('close', resolve))
  return told
}

const addressOf = (name: string): string => new URL(process.env[name] ?? '').host
