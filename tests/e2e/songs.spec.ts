import { connectionStatus } from '#tests/support/pages/connection.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { expect, signIn, test } from '#tests/support/test.ts'

test('lists recent tracks in a panel that scrolls', async ({ page, codec }) => {
  const radio = new Radio(page)
  await codec.transmit.waitFor()
  await radio.recent.button.focus()
  await page.keyboard.press('Enter')
  const list = radio.recent.body.getByRole('region', { name: 'Recent tracks' })
  await expect(list.getByRole('listitem')).toHaveCount(20)
  const heights = await list.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
  expect(heights.clientHeight).toBe(192)
  expect(heights.scrollHeight).toBeGreaterThan(192)
  await page.keyboard.press('Escape')
  await expect(radio.recent.body).toBeHidden()
  await expect(radio.recent.button).toBeFocused()
})

test('requests the recent tracks every 30 s, but only while their panel is open or the radio plays', async ({
  page,
  account,
}) => {
  const radio = new Radio(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/songs/')) asked.push(request.url())
  })
  await page.clock.install()
  await signIn(page, account)
  await radio.bar.waitFor()
  await expect(connectionStatus(page)).toHaveText('Online')
  await page.clock.fastForward(120_000)
  expect(asked).toEqual([])
  await radio.recent.open()
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.fastForward(30_000)
  await expect.poll(() => asked.length).toBe(2)
  await page.keyboard.press('Escape')
  await expect(radio.recent.body).toBeHidden()
  await page.clock.fastForward(120_000)
  expect(asked).toHaveLength(2)
})

test('copies the current song to the clipboard when the browser has no share dialog', async ({ page, codec }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }))
  const radio = new Radio(page)
  await codec.transmit.click()
  await expect(radio.favorite).toBeVisible()
  const song = await radio.bar.locator('.player-title').textContent()
  await radio.share.click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(` – ${song} on Groove Salad https://somafm.com/groovesalad/`)
})

test('reports the current song to the operating system, for lock screens and headsets', async ({ page, codec }) => {
  const radio = new Radio(page)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.favorite).toBeVisible()
  const title = await radio.bar.locator('.player-title').textContent()
  const told = await page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession
    return { title: metadata?.title, album: metadata?.album, artwork: metadata?.artwork[0]?.src, playbackState }
  })
  expect(told).toMatchObject({ title, album: 'Groove Salad', playbackState: 'playing' })
  expect((await page.request.get(told.artwork ?? '')).headers()['content-type']).toBe('image/png')
})

test('inserts the current song into an entry, and disables the insert button while no song is known', async ({
  page,
  codec,
  dashboard,
}) => {
  const radio = new Radio(page)
  const stamp = page.getByRole('button', { name: 'Insert current song' })
  await dashboard.newEntry.click()
  await expect(stamp).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await codec.transmit.click()
  await expect(radio.favorite).toBeVisible()
  const title = await radio.bar.locator('.player-title').textContent()
  const artist = await radio.bar.locator('.player-artist').textContent()
  await dashboard.newEntry.click()
  await page.getByLabel('Message').fill('Night shift.')
  await stamp.click()
  await expect(page.getByLabel('Message')).toHaveValue(`Night shift.\n\n*ON AIR: ${artist} – ${title}*`)
})
