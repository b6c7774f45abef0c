/* Tests that nothing is lost that the earlier version, which used the Firestore SDK, has stored on a device. */
import type { Page } from '@playwright/test'
import {
  connectionStatus,
  waitUntilPreloaded,
  waitUntilServiceWorkerControls,
} from '#tests/support/pages/connection.ts'
import { Codec } from '#tests/support/pages/codec.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { FAKE_TRANSCRIPTION, Voice } from '#tests/support/pages/voice.ts'
import { EARLIER_CACHE, restoreEarlierDevice, type Device } from '#tests/support/earlierDevice.ts'
import { storedContentsOf, storedFrequency, storedSettings } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted())
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

/** Collects the requests for the code of the Firestore SDK. */
function watchSdk(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/earlierWrites-')) requests.push(request.url())
  })
  return requests
}

const expectNoCache = async (page: Page): Promise<void> => {
  await expect.poll(() => databases(page), { timeout: 30_000 }).not.toContain(EARLIER_CACHE)
  await expect.poll(() => storedKeys(page)).not.toContainEqual(expect.stringMatching(/^firestore_|CacheToClear/))
}

/** Leaves only the changes that are in the cache. */
function keepOnlyCache({ databases: { drafts }, localStorage: items }: Device): void {
  drafts?.stores['drafts']?.records.splice(0)
  for (const [key, value] of Object.entries(items)) {
    if (key === 'settingsUnsent' || key.startsWith('draft:')) delete items[key]
    items[key] &&= value.replace(/ unsent$/, '')
  }
}

const ARRIVED = [
  'Deleted long ago',
  'Fuel for the generator',
  'Radio check failed',
  'Rope, canvas and pegs',
  'Written far from any mast',
]

test('sends everything that the earlier version has stored, and deletes its cache', async ({ page, account }) => {
  const sdk = watchSdk(page)
  const [dashboard, editor, voice] = [new Dashboard(page), new Editor(page), new Voice(page)]
  await restoreEarlierDevice(page, account)
  await page.goto('/')
  await expectNoCache(page)
  await expect(connectionStatus(page)).toHaveText('Online')
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(3)
  for (const text of ['Fuel for the generator', 'Rope, canvas and pegs', 'Written far from any mast'])
    await expect(dashboard.card(text)).toBeVisible()
  await dashboard.deleted.click()
  await expect(dashboard.card('Radio check failed')).toBeVisible()
  await expect(dashboard.card('Deleted long ago')).toBeVisible()

  expect((await storedContentsOf(account.uid)).toSorted()).toEqual(ARRIVED)
  expect(await storedFrequency(account.uid)).toBe(100.6)
  expect(await storedSettings(account.uid)).toEqual({
    autoAnalyzeEnabled: true,
    theme: 'nightops',
    savedSearches: ['tag:camp'],
  })
  expect(await storedKeys(page)).not.toContain('settingsUnsent')
  expect(await page.evaluate((key) => localStorage.getItem(key), `operationalFrequency:${account.uid}`)).toBe('100.6')
  expect(sdk).toHaveLength(1)

  await page.reload()
  await editor.draftsButton().click()
  await editor.drafts().getByRole('button', { name: 'Continue' }).click()
  await expect(editor.text).toHaveValue('Not finished yet')
  await voice.recordingButton('Retry').click()
  await expect(editor.text).toHaveValue(`Not finished yet\n\n${FAKE_TRANSCRIPTION}`)
  expect(sdk, 'the SDK is not loaded again').toHaveLength(1)
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(async ({ page, dashboard, expectedErrors }) => {
    expectedErrors.push(LOST_CONNECTION)
    await dashboard.newEntry.waitFor()
    await waitUntilServiceWorkerControls(page)
  })

  test('shows the stored entries, and later sends the changes of both versions in their order', async ({
    page,
    context,
    account,
  }) => {
    const [dashboard, settings, codec] = [new Dashboard(page), new Settings(page), new Codec(page)]
    await restoreEarlierDevice(page, account)
    await context.setOffline(true)
    await page.goto('/')
    await dashboard.showLogs()
    await expect(dashboard.cards).toHaveCount(3)
    await expect(dashboard.card('Written far from any mast')).toContainText('queued')
    await expect(dashboard.card('Rope, canvas and pegs')).toContainText('queued')
    await expect.poll(() => codec.frequency()).toBe(100.6)
    await codec.up.click()
    await settings.open('ai')
    await settings.flag('Analyze new entries').click()
    await expect(settings.flag('Analyze new entries')).not.toBeChecked()
    expect(await databases(page)).toContain(EARLIER_CACHE)

    await context.setOffline(false)
    await expectNoCache(page)
    await expect
      .poll(() => storedSettings(account.uid))
      .toEqual({ autoAnalyzeEnabled: false, theme: 'nightops', savedSearches: ['tag:camp'] })
    await expect.poll(() => storedFrequency(account.uid)).toBe(101.1)
    await expect.poll(async () => (await storedContentsOf(account.uid)).toSorted()).toEqual(ARRIVED)
  })

  test('asks before a sign-out that loses changes of the earlier version, and then forgets them', async ({
    page,
    context,
    account,
  }) => {
    const dashboard = new Dashboard(page)
    await restoreEarlierDevice(page, account, keepOnlyCache)
    await context.setOffline(true)
    await page.goto('/')
    await dashboard.showLogs()
    await expect(dashboard.cards).toHaveCount(2)
    await dashboard.logOut()
    const question = page.getByRole('alertdialog', { name: 'Unsaved data on this device' })
    await question.getByRole('button', { name: 'Sign out anyway' }).click()
    await page.waitForURL(/\/login/)
    await expectNoCache(page)
  })
})

test('deletes a cache without unsent changes, and does not load the SDK', async ({ page, account }) => {
  const sdk = watchSdk(page)
  const dashboard = new Dashboard(page)
  await restoreEarlierDevice(page, account, ({ databases: { [EARLIER_CACHE]: cache } }) => {
    for (const store of ['mutations', 'documentMutations', 'documentOverlays']) cache?.stores[store]?.records.splice(0)
  })
  await page.goto('/')
  await expectNoCache(page)
  await dashboard.showLogs()
  await expect(dashboard.cards).toHaveCount(4)
  expect(sdk).toEqual([])
})

test('deletes the cache of a user who had signed out, and does not send its changes', async ({ page, account }) => {
  const sdk = watchSdk(page)
  const dashboard = new Dashboard(page)
  await restoreEarlierDevice(page, account, (device) => {
    keepOnlyCache(device)
    device.localStorage['firestoreCacheToClear'] = 'true'
  })
  await page.goto('/')
  await expectNoCache(page)
  await dashboard.showLogs()
  await expect(dashboard.card('Radio check failed')).toBeVisible()
  expect(sdk).toEqual([])
})

test('does not load the SDK for a new user', async ({ page, dashboard }) => {
  const sdk = watchSdk(page)
  await page.reload()
  await dashboard.newEntry.waitFor()
  await waitUntilPreloaded(page)
  expect(sdk).toEqual([])
})
