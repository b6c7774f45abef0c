import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

/**
 * Timeout for a reconnection: the buffered audio, 8 s to detect the lost stream, 1 s before the first retry, and a
 * margin.
 */
const FOUND_AGAIN_MS = 25_000

test('reconnects to a stream that stalls', async ({ page, codec }) => {
  const radio = new Radio(page)
  await radio.injectFault('streams/groovesalad', 'stall', 500)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.song()).toHaveText('Signal lost. Reconnecting, attempt 1 of 5', { timeout: FOUND_AGAIN_MS })
  await expect(radio.stripStatus).toHaveText('LOADING...')
  await radio.removeFault('streams/groovesalad')
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.error).toHaveCount(0)
})

test('reconnects to a stream that was reset, even when the network returns only at the third attempt', async ({
  page,
  codec,
  expectedErrors,
}) => {
  test.setTimeout(120_000)
  expectedErrors.push(LOST_CONNECTION)
  const radio = new Radio(page)
  await radio.injectFault('streams/groovesalad', 'reset', 500)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await goOffline(page.context())
  await expect(radio.song()).toHaveText(/attempt 3 of 5/, { timeout: FOUND_AGAIN_MS })
  await radio.removeFault('streams/groovesalad')
  await page.context().setOffline(false)
  await expect(radio.status).toContainText('LIVE')
})

test('shows an error when the server of a station is full, and plays the station when the user tries again', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  const radio = new Radio(page)
  await radio.injectFault('streams/groovesalad', 'full')
  await codec.transmit.click()
  await expect(radio.error).toHaveText('Failed to load audio stream')
  await radio.removeFault('streams/groovesalad')
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.error).toHaveCount(0)
})

test('shows an error for the stations of an unavailable directory, and still plays other stations', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  const radio = new Radio(page)
  await radio.injectFault('channels.json', 'down')
  await codec.transmit.click()
  await expect(radio.error).toHaveText('Failed to start playback')
  await new Palette(page).run(':play bassdrive')
  await expect(radio.status).toContainText('LIVE')
})

test('rejects a playlist that is missing, empty, too long or unsafe, and accepts a playlist in an unusual format', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const radio = new Radio(page)
  for (const fault of ['missing', 'empty', 'elsewhere', 'script', 'long'])
    await test.step(`rejects the playlist with the fault ${fault}`, async () => {
      await new Palette(page).run(':play defcon')
      await expect(radio.status).toContainText('LIVE')
      await radio.injectFault('groovesalad256.pls', fault)
      await radio.pick('Groove Salad').click()
      await expect(radio.error).toHaveText('Failed to switch station')
      await expect(radio.status).toContainText('STANDBY')
      await radio.removeFault('groovesalad256.pls')
    })
  await radio.injectFault('groovesalad256.pls', 'odd')
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVEGroove Salad')
})

test('shows hostile song titles as text, and plays a station whose song list is unavailable', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  const radio = new Radio(page)
  await radio.injectFault('songs/groovesalad.json', 'hostile')
  await codec.transmit.click()
  await expect(radio.song()).toContainText('<img src=x onerror=alert(1)>')
  await radio.injectFault('songs/synphaera.json', 'down')
  await radio.pick('Synphaera').click()
  await expect(radio.status).toContainText('LIVESynphaera')
  await expect(radio.song()).toHaveText('A space-ambient label plays its catalog.')
})

test('plays a station that does not allow CORS access, but shows no audio level', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/CORS|ERR_FAILED/)
  const radio = new Radio(page)
  const sounds = await radio.watch()
  // Waits until the station has played long enough for a level to appear.
  const hear = () => expect.poll(async () => (await sounds())[0]?.currentTime ?? 0).toBeGreaterThan(1)
  await signIn(page, account)
  await radio.play.click()
  await expect(radio.level).toHaveAttribute('data-live')
  await radio.injectFault('streams/synphaera', 'private')
  await radio.pick('Synphaera').click()
  await expect(radio.status).toContainText('LIVESynphaera')
  await hear()
  await expect(radio.level).not.toHaveAttribute('data-live')
  await new Palette(page).run(':play rinse')
  await expect(radio.status).toContainText('LIVERinse')
  await hear()
  await expect(radio.level).not.toHaveAttribute('data-live')
})

test('shows the journal without a radio when the radio code fails to load', async ({
  page,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await page.route('**/assets/Radio{Player,Strip}-*', (route) => route.abort())
  await page.reload()
  await dashboard.write('Written in silence.', 'INTEL')
  await dashboard.showLogs()
  await expect(dashboard.card('Written in silence.')).toBeVisible()
  await expect(new Radio(page).bar).toHaveCount(0)
})
