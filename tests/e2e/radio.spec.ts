import { Codec } from '#tests/support/pages/codec.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('a station is played from the command line, goes on over screens, and is stopped', async ({
      page,
      account,
    }) => {
      const radio = new Radio(page)
      const sounds = await radio.watch()
      const heard = async () => (await sounds()).find(({ paused }) => !paused)
      const palette = new Palette(page)
      await signIn(page, account)
      await page.getByRole('button', { name: 'New Entry', exact: true }).waitFor()
      await expect(radio.bar).toHaveCount(0)

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
      expect(await sounds(), 'one element, without a stream').toMatchObject([{ src: '', paused: true }])
    })

    test('the key of the codec and the bar do the same', async ({ page, codec }) => {
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

test('it is as loud as the codec or the bar says, now and next time', async ({ page, account }) => {
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

test('a stream that does not play, and a station without an address, say so in the bar', async ({
  page,
  codec,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, /404/)
  const radio = new Radio(page)
  await page.route('**/streams/groovesalad', (route) => route.abort())
  await codec.transmit.click()
  await expect(radio.fault).toHaveText('Failed to load audio stream')
  await page.unroute('**/streams/groovesalad')
  await radio.play.click()
  await expect(radio.status).toContainText('LIVE')
  await expect(radio.fault).toHaveCount(0)

  await page.route('**/secretagent128.pls', (route) => route.fulfill({ status: 404 }))
  await new Palette(page).run(':play secretagent')
  await expect(radio.fault).toHaveText('Failed to switch station')
  await expect(radio.status).toContainText('STANDBY')
})

test('signing out ends it', async ({ page, account, dashboard }) => {
  const radio = new Radio(page)
  await new Codec(page).transmit.click()
  await expect(radio.status).toContainText('LIVE')
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  await expect(radio.bar).toHaveCount(0)
  await signIn(page, account)
  await expect(dashboard.newEntry).toBeVisible()
  await expect(radio.bar).toHaveCount(0)
})
