import { readFileSync } from 'node:fs'
import { Radio } from '#tests/support/pages/radio.ts'
import { requestAsAdmin, favoritesOf, usageOf, writeAs } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

test('adds a song to the favorites, rejects the same song in the app and in the database, and removes the favorite', async ({
  page,
  account,
  codec,
}) => {
  const radio = new Radio(page)
  await codec.transmit.click()
  await radio.favorite.click()
  await expect(page.getByText('Added to favorites')).toBeVisible()
  await expect(radio.favorite).toHaveAccessibleName('In favorites')
  await expect.poll(async () => (await favoritesOf(account.uid)).length).toBe(1)

  await radio.favorite.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Song is already in favorites' })).toBeVisible()
  const [kept] = await favoritesOf(account.uid)
  const { status } = await writeAs(account, kept?.name ?? '', kept?.fields ?? {})
  expect(status).toBe(403)
  expect(await favoritesOf(account.uid)).toHaveLength(1)

  await radio.recent.open()
  await radio.recent.body.getByRole('button', { name: 'Favorites', exact: true }).click()
  const list = radio.recent.body.getByRole('region', { name: 'Favorites' })
  await expect(list.getByRole('listitem')).toContainText(['Groove Salad'])
  await list.getByRole('button', { name: /^Remove/ }).click()
  await expect(radio.recent.body).toContainText('No favorites yet.')
  await expect(radio.favorite).toHaveAccessibleName('Add to favorites')
  await expect.poll(async () => (await favoritesOf(account.uid)).length).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(radio.favorite).toHaveAccessibleName('In favorites')
})

test('adds a song once when the user presses the star fifty times', async ({ page, account, codec }) => {
  const radio = new Radio(page)
  await codec.transmit.click()
  await radio.favorite.waitFor()
  await radio.favorite.evaluate((star: HTMLButtonElement) => {
    for (let press = 0; press < 50; press++) star.click()
  })
  await expect(radio.favorite).toHaveAccessibleName('In favorites')
  await expect.poll(async () => (await favoritesOf(account.uid)).length).toBe(1)
  expect((await usageOf(account.uid)).writes, 'writes for one favorite').toBe(1)
})

test('reports a favorite that the database rejects because another device has already added the song', async ({
  page,
  account,
  browser,
  expectedErrors,
}) => {
  // The browser logs the rejected request of the favorite.
  expectedErrors.push(LOST_CONNECTION, /status of 403/)
  const context = await browser.newContext()
  const other = await context.newPage()
  const [radio, otherRadio] = [new Radio(page), new Radio(other)]
  await Promise.all([page, other].map((one) => one.route('**/songs/*.json', (route) => route.fulfill({ json: SONGS }))))
  await signIn(page, account)
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.favorite).toBeVisible()
  await goOffline(page.context())
  await radio.favorite.click()
  await expect(radio.favorite).toHaveAccessibleName('In favorites')

  await signIn(other, account)
  await otherRadio.play.click()
  await otherRadio.favorite.click()
  await expect.poll(async () => (await favoritesOf(account.uid)).length).toBe(1)
  const [kept] = await favoritesOf(account.uid)
  await page.context().setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: 'Song is already in favorites' })).toBeVisible({
    timeout: 30_000,
  })
  expect(await favoritesOf(account.uid)).toEqual([kept])
  await context.close()
})

test('shows a favorite immediately when the device is offline, and writes it to the database when the network returns', async ({
  page,
  account,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  const radio = new Radio(page)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.favorite).toBeVisible()
  await goOffline(page.context())
  await radio.favorite.click()
  await expect(page.getByText('Favorite queued until the server can be reached')).toBeVisible()
  await expect(radio.favorite).toHaveAccessibleName('In favorites')
  await page.context().setOffline(false)
  await expect(page.getByText('Added to favorites')).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await favoritesOf(account.uid)).length, { timeout: 30_000 }).toBe(1)
})

test('lists the latest fifty favorites, and exports all favorites', async ({ page, account }) => {
  const documents = 'projects/demo-sitrep/databases/(default)/documents'
  await requestAsAdmin(`${documents}:commit`, {
    writes: Array.from({ length: 120 }, (_, index) => ({
      update: {
        name: `${documents}/favorites/${account.uid}_${index.toString(16).padStart(64, '0')}`,
        fields: {
          userId: { stringValue: account.uid },
          artist: { stringValue: 'Peat' },
          title: { stringValue: `Song ${index}` },
          station: { stringValue: 'dronezone' },
          dateAdded: { timestampValue: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString() },
        },
      },
    })),
  })
  const radio = new Radio(page)
  await signIn(page, account)
  await radio.recent.open()
  await radio.recent.body.getByRole('button', { name: 'Favorites', exact: true }).click()
  const rows = radio.recent.body.getByRole('region', { name: 'Favorites' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Song 119')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    radio.recent.body.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^sitrep-favorites-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[1]).toBe('Peat,Song 119,,Drone Zone,2026-01-01T01:59:00.000Z')
})

/** The song that plays on both devices. */
const SONGS = { songs: [{ artist: 'Peat', title: 'Bog Oak', album: '', date: '1790000000' }] }
