import { STATIONS, type Station } from '#domain/radio/stations.ts'
import { Codec } from '#tests/support/pages/codec.ts'
import { connectionStatus } from '#tests/support/pages/connection.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'
import { createMemoryProbe } from '#tests/support/memory.ts'

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('plays a station from the command palette, keeps playing when the screen changes, and stops on command', async ({
      page,
      account,
    }) => {
      const radio = new Radio(page)
      const sounds = await radio.watch()
      const heard = async () => (await sounds()).find(({ paused }) => !paused)
      const palette = new Palette(page)
      await signIn(page, account)
      await expect(radio.status).toContainText('STANDBY')
      await expect(radio.status).toContainText('Groove Salad')

      await palette.run(':play defcon')
      await expect(radio.status).toContainText('LIVE')
      await expect(radio.status).toContainText('DEF CON Radio')
      await expect.poll(async () => (await heard())?.currentTime ?? 0).toBeGreaterThan(0.5)
      expect((await heard())?.src).toMatch(/\/streams\/defcon$/)

      await page.getByRole('button', { name: 'Settings' }).first().click()
      await expect(radio.status).toContainText('LIVE')
      await palette.run(':play drone')
      await expect(radio.status).toContainText('Drone Zone')
      await expect.poll(async () => (await heard())?.src).toMatch(/\/streams\/dronezone$/)

      await palette.run(':stop')
      await expect(radio.status).toContainText('STANDBY')
      await expect(radio.status).toContainText('Drone Zone')
      expect(await sounds(), 'the audio elements, without a stream').toMatchObject([{ src: '', paused: true }])
    })

    test('plays and pauses the radio with the codec button and with the radio bar', async ({ page, codec }) => {
      const radio = new Radio(page)
      await codec.transmit.click()
      await expect(radio.status).toContainText('LIVE')
      await expect(radio.status).toContainText('Groove Salad')
      await radio.pause.click()
      await expect(codec.transmit).toContainText('Play radio')
      await radio.play.click()
      await expect(codec.transmit).toContainText('Pause radio')
      await codec.transmit.click()
      await expect(radio.status).toContainText('STANDBY')
    })
  })

test('the radio strip plays two stations and shows the status, and is dimmed on the page for a new entry', async ({
  page,
  codec,
}) => {
  const radio = new Radio(page)
  await expect(radio.stripStatus).toHaveText('STOPPED')
  await radio.pick('Synphaera').click()
  await expect(radio.stripStatus).toHaveText('STREAMING')
  await expect(radio.status).toContainText('Synphaera Radio')
  await expect(radio.pick('Synphaera')).toHaveAttribute('aria-pressed', 'true')
  await radio.injectFault('streams/groovesalad', 'slow', 1500)
  await radio.pick('Groove Salad').click()
  await expect(radio.stripStatus).toHaveText('LOADING...')
  await expect(radio.stripStatus).toHaveText('STREAMING')
  await radio.strip.getByRole('button', { name: 'Pause radio' }).click()
  await expect(radio.stripStatus).toHaveText('STOPPED')
  const opacity = () => radio.strip.evaluate((strip) => getComputedStyle(strip).opacity)
  expect(await opacity()).toBe('1')
  await codec.page.goto('/logs/new')
  await expect(radio.strip).toBeVisible()
  expect(await opacity()).toBe('0.8')
})

test('plays the test signal without any radio server', async ({ page, codec, expectedErrors }) => {
  expectedErrors.push(LOST_CONNECTION)
  const radio = new Radio(page)
  await codec.transmit.waitFor()
  await page.route(/:\d+\/(?:streams|songs|channels)/, (route) => route.abort())
  await new Palette(page).run(':play test')
  await expect(radio.status).toContainText('LIVETest signal')
  await expect(radio.favorite).toHaveCount(0)
})

test('shows an error in the top bar, with the reason in the radio bar, when playback fails', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const radio = new Radio(page)
  await radio.injectFault('synphaera256.pls', 'missing')
  await codec.transmit.waitFor()
  await radio.pick('Synphaera').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to control radio' })).toBeVisible()
  await expect(radio.stripStatus).toHaveText('ERROR')
  await expect(radio.error).toHaveText('Failed to start playback')
})

test('sets the volume from the codec or the radio bar, and keeps the volume after a reload', async ({
  page,
  account,
}) => {
  const radio = new Radio(page)
  const sounds = await radio.watch()
  await signIn(page, account)
  const codec = new Codec(page)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  expect((await sounds())[0]?.volume).toBeCloseTo(0.7)
  await radio.volume.press('ArrowRight')
  await expect(codec.volume).toHaveText('80')
  expect((await sounds())[0]?.volume).toBeCloseTo(0.8)
  await codec.softer.click()
  await expect.poll(async () => (await sounds())[0]?.volume).toBeCloseTo(0.75)
  await page.reload()
  await codec.transmit.click()
  await expect.poll(async () => (await sounds())[0]?.volume).toBeCloseTo(0.75)
})

test('uses one audio element and leaks nothing over a hundred station switches', async ({ page, account }) => {
  // A hundred switches take longer than the default timeout.
  test.setTimeout(120_000)
  const radio = new Radio(page)
  const sounds = await radio.watch()
  await signIn(page, account)
  await radio.station.open()
  await radio.station.body.getByRole('button', { name: 'All stations' }).click()
  const weigh = await createMemoryProbe(page)
  const switchTimes = (times: number) => radio.stations.evaluate(pressInTurn, { stations: STATIONS, times })
  await switchTimes(20)
  const before = await weigh()
  await switchTimes(100)
  expect(await sounds()).toMatchObject([{ paused: false }])
  // A leak in each switch would add a hundred objects. A leak in the audio graph would add fewer, because the audio
  // graph is built only for the stations that `pressInTurn` waits for.
  const piledUp = async () => {
    const after = await weigh()
    return [
      ...(after.nodes - before.nodes < 100 ? [] : ['nodes']),
      ...(after.listeners - before.listeners < 50 ? [] : ['listeners']),
      ...(after.audio - before.audio < 20 ? [] : ['parts of the audio graph']),
    ]
  }
  await expect.poll(piledUp).toEqual([])
})

test('when the theme changes, selects the station of the theme, and neither starts nor pauses the radio', async ({
  page,
  codec,
}) => {
  const radio = new Radio(page)
  await codec.dial.press('Home')
  await expect(radio.status).toContainText('STANDBYDEF CON Radio')
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVEDEF CON Radio')
  await codec.dial.press('End')
  await expect(radio.status).toContainText('LIVESynphaera Radio')

  await page.goto('/settings?tab=frequency')
  await expect(radio.status).toContainText('STANDBYSynphaera Radio')
  await page.getByLabel('Station of Urban Ops').selectOption('Rinse FM')
  await expect(radio.status).toContainText('STANDBYRinse FM')
  await page.getByLabel('Station of Night Ops').selectOption('Drone Zone')
  await expect(radio.status).toContainText('STANDBYRinse FM')
  await page.reload()
  await expect(page.getByLabel('Station of Urban Ops')).toHaveValue('rinse')
  await expect(radio.status).toContainText('STANDBYRinse FM')
})

test('finds a station in the list of all stations, and shows its description in the station panel', async ({
  page,
  codec,
}) => {
  const radio = new Radio(page)
  await codec.transmit.waitFor()
  await radio.station.open()
  await expect(radio.station.body).toContainText('San Francisco, California')
  await expect(radio.station.body.getByRole('link')).toHaveAttribute('href', 'https://somafm.com/groovesalad/')
  await radio.station.body.getByRole('button', { name: 'All stations' }).click()
  await radio.stations.getByRole('searchbox').fill('hacker')
  await expect(radio.stations.getByRole('listitem')).toHaveCount(1)
  await radio.stations.getByRole('button', { name: 'Play DEF CON Radio' }).click()
  await expect(radio.status).toContainText('LIVEDEF CON Radio')
  await radio.stations.getByRole('searchbox').fill('polka')
  await expect(radio.stations).toContainText('No station by that name.')
  await page.keyboard.press('Escape')
  await expect(radio.stations).toHaveCount(0)
  // This description has more than 120 characters, so it is a region that scrolls.
  await radio.station.open()
  await expect(radio.station.body.getByRole('region', { name: 'Description' })).toContainText('hacker conference')
})

test('pauses when the operating system pauses the audio, and continues when the operating system resumes the audio', async ({
  page,
  account,
}) => {
  const radio = new Radio(page)
  const sounds = await radio.watch()
  const playbackState = () => page.evaluate(() => navigator.mediaSession.playbackState)
  await page.clock.install()
  await signIn(page, account)
  await expect(connectionStatus(page)).toHaveText('Online')
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  await radio.system.pause()
  await expect(radio.status).toContainText('STANDBY')
  await expect(radio.stripStatus).toHaveText('STOPPED')
  expect(await playbackState()).toBe('paused')
  // Waits longer than the time after which a stalled stream counts as lost.
  await page.clock.runFor(60_000)
  await expect(radio.status).toContainText('STANDBY')
  expect(await sounds()).toMatchObject([{ paused: true }])
  await radio.system.resume()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.stripStatus).toHaveText('STREAMING')
  expect(await playbackState()).toBe('playing')
  await radio.system.pause()
  await expect(radio.status).toContainText('STANDBY')
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  expect(await sounds()).toMatchObject([{ paused: false }])
})

test('shows a pause, not an error, when the operating system pauses a stream that is loading', async ({
  page,
  account,
}) => {
  const radio = new Radio(page)
  await radio.watch()
  await signIn(page, account)
  await radio.injectFault('streams/groovesalad', 'slow', 5000)
  const asked = page.waitForRequest('**/streams/groovesalad')
  await radio.play.click()
  await asked
  await radio.system.pause()
  await expect(radio.status).toContainText('STANDBY')
  await expect(radio.error).toHaveCount(0)
  await radio.system.resume()
  await expect(radio.status).toContainText('LIVE')
})

test('stops the radio when the sleep timer ends', async ({ page, account }) => {
  const radio = new Radio(page)
  await page.clock.install()
  await signIn(page, account)
  await expect(connectionStatus(page)).toHaveText('Online')
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  await radio.station.open()
  await radio.station.body.getByLabel('Sleep timer').selectOption('15 minutes')
  await expect(radio.station.body).toContainText('Stops at')
  await page.keyboard.press('Escape')
  await radio.station.open()
  await expect(radio.station.body.getByLabel('Sleep timer')).toHaveValue('15')
  await page.clock.fastForward(15 * 60_000)
  await expect(radio.status).toContainText('STANDBY')
  await expect(radio.station.body).not.toContainText('Stops at')
})

test('plays the radio only in the tab that started the radio last', async ({ page, codec, context }) => {
  const radio = new Radio(page)
  await codec.transmit.click()
  await expect(radio.status).toContainText('LIVE')
  const other = await context.newPage()
  await other.goto('/')
  const otherRadio = new Radio(other)
  await otherRadio.play.click()
  await expect(otherRadio.status).toContainText('LIVE')
  await expect(radio.status).toContainText('STANDBY')
})

test.describe('the radio on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('plays stations from the top bar, and offers all other radio controls in a sheet', async ({ page, codec }) => {
    const radio = new Radio(page)
    await codec.transmit.waitFor()
    await radio.pick('Synphaera').tap()
    await expect(radio.stripStatus).toHaveText('STREAMING')
    await radio.bar.getByRole('button', { name: 'Open radio' }).tap()
    await expect(radio.sheet).toContainText('LIVESynphaera Radio')
    await expect(radio.sheet.getByRole('slider', { name: 'Radio volume' })).toBeVisible()
    await expect(radio.sheet.getByLabel('Sleep timer')).toBeVisible()
    await radio.sheet.getByRole('button', { name: 'Add to favorites', exact: true }).tap()
    await radio.sheet.getByRole('button', { name: 'Favorites', exact: true }).tap()
    await expect(radio.sheet.getByRole('region', { name: 'Favorites' }).getByRole('listitem')).toHaveCount(1)
    await radio.sheet.getByRole('button', { name: 'Close radio' }).tap()
    await expect(radio.sheet).toHaveCount(0)
    await expect(radio.status).toContainText('LIVE')
    await expect(page.getByRole('button', { name: 'New Entry', exact: true })).toBeInViewport()
  })
})

test('stops the radio on sign-out', async ({ page, account, dashboard }) => {
  const radio = new Radio(page)
  const sounds = await radio.watch()
  await page.reload()
  await new Codec(page).transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  await expect(radio.bar).toHaveCount(0)
  expect(await sounds()).toMatchObject([{ src: '', paused: true }])
  await signIn(page, account)
  await expect(radio.status).toContainText('STANDBY')
})

/**
 * Runs in the page. Switches to one station after another. After every second switch, waits until the station plays
 * and, if the station allows CORS access, until its level is shown.
 */
async function pressInTurn(
  list: Element,
  { stations, times }: { readonly stations: readonly Station[]; readonly times: number },
): Promise<void> {
  const status = document.querySelector('.player-station')
  const level = document.querySelector('.vu')
  for (let turn = 0; turn < times; turn++) {
    const { name, cors } = stations[turn % stations.length] ?? { name: '', cors: false }
    list.querySelector<HTMLElement>(`[aria-label="Play ${name}"]`)?.click()
    const awaited = (): boolean =>
      turn % 2 === 1 && (status?.textContent !== `LIVE${name}` || level?.hasAttribute('data-live') !== cors)
    while (awaited()) await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

test.describe('a device whose buttons set the volume', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} }),
    ),
  )

  test("explains that the device's buttons set the radio volume, and mutes the radio when the codec's volume is 0", async ({
    page,
    account,
  }) => {
    const radio = new Radio(page)
    const sounds = await radio.watch()
    await signIn(page, account)
    await expect(radio.status).toContainText('STANDBY')
    await new Palette(page).run(':play defcon')
    await expect(radio.status).toContainText('LIVE')
    await expect(radio.bar).toContainText('Use the volume buttons of this device.')
    await expect(radio.volume).toHaveCount(0)
    const softer = page.getByRole('button', { name: 'Volume down' })
    await softer.click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Use the volume buttons of this device',
    )
    while ((await page.getByLabel('Volume in percent').textContent()) !== '0') await softer.click()
    await expect.poll(async () => (await sounds()).every(({ muted }) => muted)).toBe(true)
  })
})
