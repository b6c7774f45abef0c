import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { seed, type SeedEntry } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

const HOUR_MS = 3_600_000

/** Returns entries, newest first. Two match `water`; the older match lies beyond the live queries of the list. */
const journal = (): SeedEntry[] => {
  const now = Date.now()
  return [
    { id: 'main', time: now, content: 'Water main out', level: 'ALERT', tags: ['water'] },
    ...Array.from({ length: 120 }, (_, index) => ({
      id: `patrol-${index}`,
      time: now - (index + 1) * HOUR_MS,
      content: `Walked the towpath, lock ${index}`,
      level: 'FIELD',
    })),
    { id: 'old', time: now - 200 * HOUR_MS, content: 'Café by the waterfront', level: 'INTEL', tags: ['leisure'] },
  ]
}

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('searches the whole journal while the user types, highlights matches, and restores the search from the address', async ({
      page,
      dashboard,
      account,
    }) => {
      await seed(account.uid, journal())
      await page.reload()
      await dashboard.showLogs()
      await dashboard.search.pressSequentially('wat')
      await expect(dashboard.cards).toHaveCount(2)
      await expect(dashboard.card('Water main out').locator('mark')).toHaveText('Wat')
      await expect(dashboard.panel.getByText('2 entries match')).toBeVisible()
      await dashboard.search.pressSequentially(' -tag:water')
      await expect(dashboard.cards).toHaveCount(1)
      await expect(dashboard.card('Café')).toBeVisible()
      await expect(page).toHaveURL(/\?q=wat\+-tag%3Awater$/)
      await page.reload()
      await expect(dashboard.search).toHaveValue('wat -tag:water')
      await expect(dashboard.card('Café')).toBeVisible()
      await dashboard.panel.getByRole('button', { name: 'Clear search' }).click()
      await expect(page).toHaveURL(`${appUrl()}/`)
    })

    test('adds the level that the user selects to the search, and explains an invalid filter', async ({
      page,
      dashboard,
      account,
    }) => {
      await seed(account.uid, journal())
      await page.reload()
      await dashboard.showLogs()
      await dashboard.showFilters()
      const alert = dashboard.panel.getByRole('radio', { name: 'Alert' })
      await alert.click({ force: true })
      await expect(dashboard.search).toHaveValue('level:alert')
      await expect(alert).toBeChecked()
      await expect(dashboard.cards).toHaveCount(1)
      await dashboard.search.fill('level:urgent water')
      await expect(dashboard.panel.getByText('level: needs one of tactical, intel, alert, field.')).toBeVisible()
      await expect(dashboard.cards).toHaveCount(2)
      await dashboard.panel.getByRole('radio', { name: 'Intel' }).check({ force: true })
      await expect(dashboard.search).toHaveValue('water level:intel')
      await expect(dashboard.cards).toHaveCount(1)
      await dashboard.panel.getByRole('radio', { name: 'All' }).check({ force: true })
      await expect(dashboard.search).toHaveValue('water')
    })

    test('restores a deleted entry with Undo or from the trash, and deletes it permanently', async ({
      page,
      dashboard,
    }) => {
      await dashboard.write('throw this away', 'FIELD')
      await dashboard.showLogs()
      const card = dashboard.card('throw this away')
      await dashboard.remove(card)
      await expect(dashboard.cards).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(card).toBeVisible()
      await dashboard.remove(card)
      await expect(dashboard.cards).toHaveCount(0)

      await dashboard.deleted.click()
      await expect(page).toHaveURL(/\?view=deleted$/)
      await expect(card).toContainText(/deleted \d+ \w+ \d{4}/)
      await card.getByRole('button', { name: 'Restore' }).click()
      await expect(dashboard.cards).toHaveCount(0)
      await dashboard.panel.getByRole('button', { name: 'Entries', exact: true }).click()
      await expect(card).toBeVisible()
      await expect(card).not.toContainText('queued')

      await dashboard.remove(card)
      await dashboard.deleted.click()
      // Presses a key, because a toast may cover the button on a phone. A toast stays while the pointer is over it.
      await card.getByRole('button', { name: 'Delete forever' }).press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Delete forever' })
      await expect(question).toContainText('This action cannot be undone.')
      await question.getByRole('button', { name: 'Delete forever' }).click()
      await expect(dashboard.panel.getByText('No operation logs found.')).toBeVisible()
      await page.reload()
      await expect(dashboard.panel.getByText('No operation logs found.')).toBeVisible()
    })
  })

test('updates the search results right after an entry is written, changed or deleted', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('water')
  await expect(dashboard.cards).toHaveCount(2)
  await dashboard.write('More water', 'FIELD')
  await dashboard.search.fill('water')
  await expect(dashboard.cards).toHaveCount(3)
  await dashboard.card('Café').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Content').fill('Café by the canal')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`${appUrl()}/`)
  await dashboard.search.fill('canal')
  await expect(dashboard.card('Café by the canal')).toBeVisible()
  await dashboard.remove(dashboard.card('Café by the canal'))
  await expect(dashboard.cards).toHaveCount(0)
})

test('searches offline, and searches in the next session while requests to the database fail', async ({
  page,
  dashboard,
  account,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('waterfront')
  await expect(dashboard.cards).toHaveCount(1)
  await expect(dashboard.panel.getByText(/so far/)).toHaveCount(0)
  await goOffline(context)
  await dashboard.search.fill('towpath 119')
  await expect(dashboard.card('lock 119')).toBeVisible()
  await context.setOffline(false)
  await page.route('**/v1/projects/**', (route) => route.abort())
  await page.reload()
  await expect(dashboard.search, 'the search of the address').not.toHaveValue('')
  await dashboard.search.fill('waterfront')
  await expect(dashboard.card('waterfront')).toBeVisible()
})

test('reads a journal again whose entries lack a field that an update of the app has added', async ({
  page,
  dashboard,
  account,
}) => {
  const old = { id: 'old', content: 'Café by the waterfront', time: Date.now() - 200 * HOUR_MS }
  await seed(account.uid, [...journal().slice(0, -1), { ...old, fields: { eyesOnly: { booleanValue: true } } }])
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('waterfront')
  await expect(dashboard.card('Café')).toContainText('EYES ONLY')
  await expect(dashboard.panel.getByText(/so far/)).toHaveCount(0)
  await page.goto('/test')
  await page.evaluate(forgetEyesOnly, `journal:${account.uid}`)
  await page.goto('/?q=waterfront')
  await expect(dashboard.card('Café')).toContainText('EYES ONLY')
})

test('removes entries from the search after a Delete All on another device', async ({
  page,
  dashboard,
  account,
  browser,
}) => {
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('water')
  await expect(dashboard.cards).toHaveCount(2)
  await page.goto('/test')
  const other = await browser.newContext({ baseURL: appUrl() })
  const device = await other.newPage()
  await signIn(device, account)
  await new Dashboard(device).deleteAll()
  await expect(device.getByText('All logs have been deleted.')).toBeVisible()
  await other.close()
  await page.goto('/?q=water')
  await expect(dashboard.panel.getByText('No operation logs found.')).toBeVisible()
})

test('hides the search, the levels and the strip of weeks with the list, and shows them when the user presses /', async ({
  page,
  dashboard,
}) => {
  const tools = [dashboard.search, dashboard.levels, dashboard.weeks]
  await expect(dashboard.panel).toContainText('Click "View Logs" in the menu bar to display operation logs.')
  for (const tool of tools) await expect(tool).toHaveCount(0)
  await dashboard.viewLogs.click()
  for (const tool of tools) await expect(tool).toBeVisible()
  await dashboard.viewLogs.click()
  for (const tool of tools) await expect(tool).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(dashboard.search).toBeFocused()
  for (const tool of tools) await expect(tool).toBeVisible()
})

test('narrows the list when the user selects a tag of an entry, and focuses the search when the user presses /', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.card('Water main out').getByRole('button', { name: 'water' }).click()
  await expect(dashboard.search).toHaveValue('tag:water')
  await expect(dashboard.cards).toHaveCount(1)
  await page.getByRole('heading', { name: 'Operation Logs' }).click()
  await page.keyboard.press('/')
  await expect(dashboard.search).toBeFocused()
  await expect(dashboard.search).toHaveValue('tag:water')
  await page.keyboard.press('Escape')
  await expect(dashboard.search).toHaveValue('')
})

test('saves a search for all devices of the user, and removes a saved search', async ({
  page,
  dashboard,
  account,
  browser,
}) => {
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('level:alert')
  await dashboard.panel.getByRole('button', { name: 'Save search' }).click()
  const saved = dashboard.panel.getByRole('list', { name: 'Saved searches' })
  await expect(saved).toHaveText('level:alert')
  const other = await browser.newContext({ baseURL: appUrl() })
  const device = await other.newPage()
  await signIn(device, account)
  const theirs = new Dashboard(device)
  await theirs.showLogs()
  await theirs.panel.getByRole('button', { name: 'level:alert' }).click()
  await expect(theirs.cards).toHaveCount(1)
  await theirs.panel.getByRole('button', { name: 'Saved' }).click()
  await expect(saved).toHaveCount(0)
  await other.close()
})

test('deletes the journal from the device on sign-out', async ({ page, dashboard, account }) => {
  await seed(account.uid, journal())
  await page.reload()
  await dashboard.showLogs()
  await dashboard.search.fill('water')
  await expect(dashboard.cards).toHaveCount(2)
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  const names = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('journal:')),
    )
  await expect.poll(names).toEqual([])
})

/** Runs in the page. Removes `eyesOnly` from all entries of the journal on this device. */
async function forgetEyesOnly(database: string): Promise<void> {
  const result = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('The database failed.')))
    })
  const db = await result(indexedDB.open(database))
  const store = db.transaction('entries', 'readwrite').objectStore('entries')
  for (const { eyesOnly: _, ...entry } of await result(store.getAll())) await result(store.put(entry))
  db.close()
}
