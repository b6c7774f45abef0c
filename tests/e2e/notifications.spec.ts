/* Tests reminders and push messages without the messaging service, which has no emulator. */
import type { BrowserContext, Page, Worker } from '@playwright/test'
import * as z from 'zod'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { type Account } from '#tests/support/accounts.ts'
import { requestAsAdmin, seed } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

test.use({ serviceWorkers: 'allow' })

const DOCUMENTS = 'projects/demo-sitrep/databases/(default)/documents'
const WORKER = '/firebase-messaging-sw.js'
const SCOPE = '/firebase-cloud-messaging-push-scope'
const MESSAGE = { title: 'Voice assistant', body: 'Anything to report?', path: '/logs/new', tag: 'news' }

/*
 * A script for a page or a worker that counts the notifications that have been shown. Chromium loses a notification if
 * a script calls `getNotifications` while the notification is being shown, so the tests first wait for the count.
 */
const COUNT = `{
  const show = ServiceWorkerRegistration.prototype.showNotification
  globalThis.notified = 0
  ServiceWorkerRegistration.prototype.showNotification = async function (...notification) {
    await show.apply(this, notification)
    notified += 1
  }
}`
const notified = async (where: Pick<Worker, 'evaluate'>) => z.number().parse(await where.evaluate('notified'))

/* The tests run the following three scripts in the messaging worker. */
const SHOWN = `registration.getNotifications().then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`
const OPEN_PAGES = `clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => pages.length)`
const CLICK = `registration.getNotifications().then(([notification]) => {
  dispatchEvent(new NotificationEvent('notificationclick', { notification }))
})`
const Shown = z.array(z.object({ title: z.string(), body: z.string(), tag: z.string(), data: z.unknown() }))

const push = (page: Page) => page.getByRole('switch', { name: 'Push notifications' })
const reminders = (page: Page) => page.getByRole('switch', { name: 'Voice assistant reminders' })
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

async function openSettings(page: Page): Promise<void> {
  await new Dashboard(page).newEntry.waitFor()
  await page.goto('/settings?tab=ai')
}

async function signInWithPush(page: Page, account: Account): Promise<void> {
  await signIn(page, account)
  await openSettings(page)
  await push(page).click()
  await expect(push(page)).toBeChecked()
}

/** Returns a private document of a user as JSON, or undefined if the document does not exist. */
const stored = async (uid: string, name: string): Promise<string | undefined> =>
  requestAsAdmin(`${DOCUMENTS}/users/${uid}/private/${name}`, undefined, 'GET').then(
    (found) => JSON.stringify(found),
    () => undefined,
  )

const shown = async (worker: Worker) => Shown.parse(await worker.evaluate(SHOWN))

/** Returns the messaging worker, which is separate from the app's own service worker. */
const messagingWorker = async (context: BrowserContext): Promise<Worker> => {
  const isIt = (worker: Worker) => worker.url().endsWith(WORKER)
  return context.serviceWorkers().find(isIt) ?? context.waitForEvent('serviceworker', isIt)
}

/** Delivers a push message to the messaging worker, as the messaging service would do. */
async function deliver(context: BrowserContext, message: object): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const messaging = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === SCOPE)
      if (messaging) resolve(messaging.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({ from: '1', fcmMessageId: 'x', ...message })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: appUrl(), registrationId: await registered, data })
}

test.describe('push messages with permission', () => {
  test.use({ permissions: ['notifications'] })

  test('turns push messages on, keeps them on after a reload, and turns them off', async ({ page, account }) => {
    await signIn(page, account)
    await openSettings(page)
    await push(page).click()
    await expect(toast(page, 'Notification permissions granted!')).toBeVisible()
    await expect(push(page)).toBeChecked()
    await expect(reminders(page), 'the reminders, turned on with push messages').toBeChecked()
    await expect.poll(() => stored(account.uid, 'notifications')).toContain('fcmToken')
    await expect.poll(() => stored(account.uid, 'settings')).toContain('isMeiLingEnabled')
    await page.reload()
    await expect(push(page)).toBeChecked()
    await push(page).click()
    await expect(push(page)).not.toBeChecked()
    await expect.poll(() => stored(account.uid, 'notifications')).toBeUndefined()
    await page.reload()
    await expect(push(page)).not.toBeChecked()
  })

  test('keeps push messages on, and stores the token, after a reload before the server has answered', async ({
    page,
    account,
    context,
  }) => {
    await signIn(page, account)
    await openSettings(page)
    await context.route(/:commit/, () => {})
    await push(page).click()
    await expect(push(page)).toBeChecked()
    await page.reload()
    await expect(push(page)).toBeChecked()
    expect(await stored(account.uid, 'notifications')).toBeUndefined()
    await context.unroute(/:commit/)
    await expect.poll(() => stored(account.uid, 'notifications')).toContain('fcmToken')
    await expect(push(page)).toBeChecked()
  })

  test('deletes the push token on sign-out', async ({ page, account }) => {
    await signIn(page, account)
    await openSettings(page)
    await push(page).click()
    await expect.poll(() => stored(account.uid, 'notifications')).toContain('fcmToken')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL(/\/login/)
    await expect.poll(() => stored(account.uid, 'notifications')).toBeUndefined()
  })

  test('registers a messaging worker that is one file and controls no page', async ({ page, account, request }) => {
    await signInWithPush(page, account)
    await page.reload()
    await expect(push(page)).toBeChecked()
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [
        active && new URL(active.scriptURL).pathname,
        new URL(scope).pathname,
      ]),
    )
    expect(scopes).toContainEqual([WORKER, SCOPE])
    const controller = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
    expect(controller ?? '').not.toContain(WORKER)
    const source = await (await request.get(WORKER)).text()
    expect(source).not.toMatch(/importScripts\(|\bimport\(|addEventListener\(["'`]fetch/)
  })

  test('shows a push message as a toast while the app is visible', async ({ page, account, context }) => {
    await signInWithPush(page, account)
    await deliver(context, { data: MESSAGE })
    await expect(toast(page, 'Voice assistant: Anything to report?')).toBeVisible()
    await deliver(context, { notification: { title: 'From the console', body: '<b>Read</b>' } })
    await expect(toast(page, 'From the console: <b>Read</b>')).toBeVisible()
  })

  test('shows a push message as a notification while the app is closed, and opens the page of the message on a click', async ({
    page,
    account,
    context,
  }) => {
    await signInWithPush(page, account)
    await page.goto('about:blank')
    const worker = await messagingWorker(context)
    await expect.poll(() => worker.evaluate(OPEN_PAGES), 'open pages of the app in the worker').toBe(0)
    await worker.evaluate(COUNT)
    await deliver(context, { data: MESSAGE })
    await expect.poll(() => notified(worker)).toBe(1)
    expect(await shown(worker)).toEqual([
      { title: 'Voice assistant', body: 'Anything to report?', tag: 'news', data: { path: '/logs/new' } },
    ])
    // A message with the same tag replaces the notification.
    await deliver(context, { data: { ...MESSAGE, body: 'Again.' } })
    await expect.poll(() => notified(worker)).toBe(2)
    expect((await shown(worker)).map(({ body }) => body)).toEqual(['Again.'])

    // A click on the notification navigates the open page of the app to the path in the message.
    await page.goto('/settings')
    // The page misses messages that arrive before the page listens, so the test repeats the delivery.
    await expect(async () => {
      await deliver(context, { data: { ...MESSAGE, body: 'Seen.' } })
      await expect(toast(page, 'Voice assistant: Seen.').first()).toBeVisible({ timeout: 500 })
    }).toPass()
    await worker.evaluate(CLICK)
    await expect(new Editor(page).text).toBeVisible()
    await expect(page).toHaveURL(/\/logs\/new$/)
    expect(await shown(worker)).toEqual([])
  })
})

test('keeps push messages off and shows an error when permission is denied', async ({ page, account, context }) => {
  await context.grantPermissions([])
  await signIn(page, account)
  await openSettings(page)
  await push(page).click()
  await expect(toast(page, 'Notification permissions denied.')).toBeVisible()
  await expect(push(page)).not.toBeChecked()
  await expect(reminders(page)).not.toBeChecked()
  expect(await stored(account.uid, 'notifications')).toBeUndefined()
})

test('stores reminder settings in the account, and restores them after a reload', async ({ page, account }) => {
  await signIn(page, account)
  await openSettings(page)
  await reminders(page).click()
  await page.getByRole('radio', { name: '4 h' }).check()
  await page.getByLabel('From').selectOption('23:00')
  await page.getByLabel('Until').selectOption('06:00')
  for (const part of [
    '"reminderInterval":{"integerValue":"240"}',
    '"quietFrom":{"integerValue":"23"}',
    'Europe/Berlin',
  ])
    await expect.poll(() => stored(account.uid, 'settings')).toContain(part)
  await page.reload()
  await expect(page.getByRole('radio', { name: '4 h' })).toBeChecked()
  await expect(page.getByLabel('Until')).toHaveValue('6')
})

test('shows a reminder once when a user opens the app two hours after their last entry', async ({ page, account }) => {
  await wantsReminders(account)
  await seed(account.uid, [{ id: 'one', content: 'Before.', time: Date.now() - 7_260_000 }])
  await signIn(page, account)
  const text = 'Voice assistant: No log entry for 2 hours. Anything to report?'
  await expect(toast(page, text)).toBeVisible()
  await page.reload()
  await new Dashboard(page).newEntry.waitFor()
  await expect(page.getByText('1', { exact: true }).first()).toBeVisible()
  await expect(toast(page, text)).toBeHidden()
})

test.describe('reminders with permission', () => {
  test.use({ permissions: ['notifications'] })

  test('shows a reminder also as a notification', async ({ page, account, context }) => {
    await wantsReminders(account)
    await seed(account.uid, [{ id: 'one', content: 'Before.', time: Date.now() - 7_260_000 }])
    await context.addInitScript(COUNT)
    await signIn(page, account)
    await expect.poll(() => notified(page)).toBe(1)
    expect(await shown(await messagingWorker(context))).toMatchObject([
      { body: 'No log entry for 2 hours. Anything to report?', tag: 'reminder' },
    ])
  })
})

/** Turns reminders on without quiet hours. */
const wantsReminders = ({ uid }: Account) =>
  requestAsAdmin(`${DOCUMENTS}:commit`, {
    writes: [
      {
        update: {
          name: `${DOCUMENTS}/users/${uid}/private/settings`,
          fields: {
            isMeiLingEnabled: { booleanValue: true },
            reminderInterval: { integerValue: '30' },
            quietFrom: { integerValue: '0' },
            quietUntil: { integerValue: '0' },
          },
        },
      },
    ],
  })
