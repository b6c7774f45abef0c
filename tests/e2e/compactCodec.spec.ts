import type { Locator, Page } from '@playwright/test'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { expect, test } from '#tests/support/test.ts'

const MAX_HEIGHT_PX = 88
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 800, height: 600 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 667, height: 375 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const

const panelOf = (page: Page): Locator => page.getByRole('region', { name: /operations log/i })
const expectCompact = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-compact-codec')
const expectFull = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-compact-codec')

/** Stops the time of all animations, so that an animation never ends. */
async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** Returns the durations of the running animations of an element that a script has started. */
const durations = (part: Locator) =>
  part.evaluate((element) => element.getAnimations().map((animation) => animation.effect?.getTiming().duration))

/** Returns the names and durations of the running fades of an element and of its parts. */
const fades = (part: Locator) =>
  part.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .map(
        (animation) =>
          `${animation instanceof CSSAnimation ? animation.animationName : ''} ${Number(animation.effect?.getTiming().duration)}`,
      )
      .toSorted(),
  )

test.describe('the change of height', () => {
  test('takes 160 ms', async ({ page, dashboard }) => {
    await dashboard.newEntry.waitFor()
    await stopAnimations(page)
    await dashboard.viewLogs.click()
    await expectCompact(page)
    expect(await durations(panelOf(page))).toEqual([160])
  })

  test('keeps the focused control and every other control', async ({ page, dashboard, codec }) => {
    const controls = [codec.dial, codec.up, codec.down, codec.softer, codec.louder, codec.mode, codec.transmit]
    const before = await Promise.all(controls.map((control) => control.elementHandle()))
    for (const control of controls) {
      await control.focus()
      await page.keyboard.press('l')
      await expectCompact(page)
      await expect(control).toBeFocused()
      for (const [index, one] of controls.entries())
        expect(await one.evaluate((now, then) => now === then, before[index])).toBe(true)
      await page.keyboard.press('l')
      await expectFull(page)
      await expect(control).toBeFocused()
    }
    await expect(dashboard.viewLogs).toHaveAttribute('aria-pressed', 'false')
  })

  test.describe('with reduced motion', () => {
    test.use({ reducedMotion: 'reduce' })

    test('is immediate', async ({ page, dashboard }) => {
      await dashboard.newEntry.waitFor()
      await stopAnimations(page)
      await dashboard.viewLogs.click()
      await expectCompact(page)
      expect(await durations(panelOf(page))).toEqual([])
      expect((await boundingBoxOf(panelOf(page))).height).toBeLessThanOrEqual(MAX_HEIGHT_PX)
    })
  })
})

test.describe('the compact codec', () => {
  test.use({ reducedMotion: 'reduce' })

  for (const textSize of ['normal', 'larger'])
    test(`is at most ${MAX_HEIGHT_PX} px high, and none of its parts overlap, with ${textSize} text`, async ({
      page,
      dashboard,
      codec,
    }) => {
      await dashboard.showLogs()
      await expectCompact(page)
      await page
        .locator('html')
        .evaluate((root, isLarge) => root.toggleAttribute('data-large', isLarge), textSize === 'larger')
      const panel = panelOf(page)
      const parts = {
        digits: panel.locator('.codec-digits'),
        unit: panel.locator('.codec-digits > span'),
        volume: panel.locator('.codec-volume > div'),
        lamp: panel.locator('.codec-interference'),
        dial: codec.dial,
        keys: panel.locator('.codec-keys'),
      }
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport)
        expect((await boundingBoxOf(panel)).height).toBeLessThanOrEqual(MAX_HEIGHT_PX)
        const boxes = await Promise.all(
          Object.entries(parts).map(async ([name, part]) => ({ name, ...(await boundingBoxOf(part)) })),
        )
        const overlaps = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter((other) => areOverlapping(one, other))
            .map((other) => `${one.name} and ${other.name} at ${viewport.width} px`),
        )
        expect(overlaps).toEqual([])
        // The presets: one of the six lamps in the mode button is on.
        await expect(codec.mode.locator('.pips > i').filter({ visible: true })).toHaveCount(6)
        await expect(codec.mode.locator('.pips > [data-on]')).toBeInViewport({ ratio: 1 })
        await expect(panel.locator('.scale-number').getByText('110')).toBeVisible()
      }
    })
})

test.describe('the compact codec on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('has every control of the full codec', async ({ page, dashboard, codec }) => {
    await dashboard.viewLogs.click()
    await expectCompact(page)
    const bars = panelOf(page).locator('.codec-volume i[data-on]')

    await codec.up.click()
    await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.9')
    await codec.down.click()
    await codec.down.click()
    await expect(codec.dial).toHaveAttribute('aria-valuenow', '111.9')
    await codec.pressUntil(codec.up, () => expect.poll(() => codec.frequency()).toBeGreaterThanOrEqual(113.4))
    await codec.dial.press('Home')
    await expect(codec.dial).toHaveAttribute('aria-valuenow', '88')
    await expect(panelOf(page).locator('.codec-interference')).toHaveText('Interference: none')
    await codec.mode.click()
    await expect(codec.dial).toHaveAttribute('aria-valuenow', '91.5')
    await expect(codec.mode).toHaveText('recon')
    await expect(codec.mode.locator('.pips > i').nth(1)).toHaveAttribute('data-on')

    await expect(bars).toHaveCount(4)
    await expect(codec.volume).toMatchAriaSnapshot(`- status "Volume in percent": "70"`)
    await codec.pressUntil(codec.softer, () => expect(codec.volume).toHaveText('0'))
    await expect(bars).toHaveCount(0)
    await codec.pressUntil(codec.louder, () => expect(codec.volume).toHaveText('100'))
    await expect(bars).toHaveCount(6)

    await codec.transmit.click()
    await expect(codec.transmit).toContainText('Pause radio')
    await codec.transmit.hover()
    await page.mouse.down()
    await page.waitForURL('**/logs/new')
    await page.mouse.up()
    await expect(page.getByLabel('Message')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Keep the codec large' }).click()
    await expectFull(page)
  })

  test('fades from the old to the new name of the station when the dial crosses a band', async ({
    page,
    dashboard,
    codec,
  }) => {
    const radio = new Radio(page)
    await dashboard.viewLogs.click()
    await expect(radio.status).toContainText('Groove Salad')
    await stopAnimations(page)
    await codec.mode.click()
    await expect(radio.status).not.toContainText('Groove Salad')
    expect(await fades(radio.status)).toEqual(['text-in 200', 'text-out 200'])
    const oldName = (text: Element) => getComputedStyle(text, '::after').content
    expect(await radio.status.locator('.cross-fade').evaluate(oldName)).toContain('Groove Salad')
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`a confirmed entry with motion preference ${reducedMotion}`, () => {
    test.use({ reducedMotion })

    const isReduced = reducedMotion === 'reduce'
    test(`${isReduced ? 'does not flash' : 'flashes'} the display of the compact codec`, async ({
      page,
      dashboard,
    }) => {
      await dashboard.showLogs()
      await expectCompact(page)
      await stopAnimations(page)
      const parts = ['.codec-glass', '.codec-digits', '.codec-scope'].map((part) => panelOf(page).locator(part))
      for (const part of parts) await expect(part).toBeVisible()
      const flashes = async () => (await Promise.all(parts.map(durations))).flat()
      expect(await flashes()).toEqual([])
      await dashboard.write('Lights out at the depot.', 'FIELD')
      await expect(page.getByText('Log entry created successfully!')).toBeVisible()
      expect(await flashes()).toEqual(isReduced ? [] : [320, 320, 320])
      await expect(panelOf(page).locator('.codec-scope')).toHaveCSS('opacity', isReduced ? '0' : '1')
    })
  })

test('does not change the tuning scale of the login page', async ({ page, dashboard }) => {
  await dashboard.showLogs()
  await expectCompact(page)
  await dashboard.logOut()
  await page.waitForURL(/\/login/)
  const scale = page.locator('.scale')
  await expect(scale.getByText('jungle')).toBeVisible()
  const compact = await boundingBoxOf(scale)
  await page.locator('html').evaluate((root) => root.removeAttribute('data-compact-codec'))
  expect(await boundingBoxOf(scale)).toEqual(compact)
})

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const areOverlapping = (one: Box, other: Box): boolean =>
  one.x + one.width > other.x + 1 &&
  other.x + other.width > one.x + 1 &&
  one.y + one.height > other.y + 1 &&
  other.y + other.height > one.y + 1
