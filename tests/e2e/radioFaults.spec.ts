import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { goOffline } from '#tests/support/pages/link.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

/** A stream that was lost is seen within 8 s, after what it has sent ahead was heard; the first wait is 1 s. */
const FOUND_AGAIN_MS = 25_000

test('a stream that stalls is found again', async ({ page, codec }) => {
  const radio = new Radio(page)
  await radio.injectFault('streams/groovesalad', 'stall', 500)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.song()).toHaveText('Signal lost. Trying again, 1 of 5', { timeout: FOUND_AGAIN_MS })
  await expect(radio.stripStatus).toHaveText('LOADING...')
  await radio.removeFault('streams/groovesalad')
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.error).toHaveCount(0)
})

test('a stream that is reset is found again, however long the network was away', async ({
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
  await expect(radio.song()).toHaveText(/Trying again, 3 of 5/, { timeout: FOUND_AGAIN_MS })
  await radio.removeFault('streams/groovesalad')
  await page.context().setOffline(false)
  await expect(radio.status).toContainText('LIVE')
})

test('a station that is full says so, and plays when it is asked again', async ({ page, codec, expectedErrors }) => {
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

test('a directory that is down: the stations in it cannot be played, the others can', async ({
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

test('a playlist that is missing, or leads nowhere or elsewhere, is no station; one that is written oddly is', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const radio = new Radio(page)
  for (const fault of ['missing', 'empty', 'elsewhere', 'script', 'long'])
    await test.step(fault, async () => {
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

test('songs that mean harm are plain text, and a list that is down costs nothing', async ({
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
  await expect(radio.song()).toHaveText('A label of space ambient plays its catalogue.')
})

test('a station that lets nobody look after all is heard, without its level', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/CORS|ERR_FAILED/)
  const radio = new Radio(page)
  const sounds = await radio.watch()
  // Long enough for a level to show.
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

test('where its code cannot be had, the journal stands without it', async ({ page, dashboard, expectedErrors }) => {
  expectedErrors.push(LOST_CONNECTION)
  await page.route('**/assets/Radio{Player,Strip}-*', (route) => route.abort())
  await page.reload()
  await dashboard.write('Written in silence.', 'INTEL')
  await dashboard.showLogs()
  await expect(dashboard.card('Written in silence.')).toBeVisible()
  await expect(new Radio(page).bar).toHaveCount(0)
})
