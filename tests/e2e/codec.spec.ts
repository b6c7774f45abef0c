import type { Page } from '@playwright/test'
import { Codec, recordVibrations } from '#tests/support/pages/codec.ts'
import type { Dashboard } from '#tests/support/pages/dashboard.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seedFrequency, storedFrequency } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

test('steps the frequency by 0.5 MHz per press, and updates display, band and theme', async ({ codec, page }) => {
  await expect(codec.dial).toHaveAttribute('aria-valuetext', '112.4 MHz, mode COMBAT, band jungle')
  expect(await codec.theme()).toBe('lgs')
  await codec.up.click()
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.9')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'jungleops')
  await codec.down.click()
  await codec.down.click()
  await expect(codec.dial).toHaveAttribute('aria-valuetext', '111.9 MHz, mode TACTICAL, band jungle')
})

test('repeats the frequency step while the user keeps a button pressed', async ({ codec }) => {
  await codec.pressUntil(codec.up, () => expect.poll(() => codec.frequency()).toBeGreaterThanOrEqual(114.4))
  const reached = await codec.frequency()
  await codec.down.click()
  expect(await codec.frequency()).toBeCloseTo(reached - 0.5, 5)
})

test('cycles through the presets and their themes with the mode button', async ({ codec, page }) => {
  const seen: string[] = []
  for (let press = 0; press < 6; press++) {
    const before = await codec.frequency()
    await codec.mode.click()
    await expect.poll(() => codec.frequency()).not.toBe(before)
    seen.push(`${await codec.frequency()} ${await codec.theme()}`)
  }
  expect(seen).toEqual([
    '120.8 arcticops',
    '130.2 urbanops',
    '88 desertops',
    '91.5 desertops',
    '100.1 nightops',
    '112.4 jungleops',
  ])
  await expect(page.locator('.codec-interference')).toHaveText('Interference: yes')
  await codec.dial.press('Home')
  await expect(page.locator('.codec-interference')).toHaveText('Interference: none')
})

test('moves the frequency slider with arrow keys, Page Up, Page Down, Home and End', async ({ codec }) => {
  await codec.dial.focus()
  for (const [key, reached] of [
    ['ArrowRight', '112.9'],
    ['ArrowUp', '113.4'],
    ['ArrowLeft', '112.9'],
    ['ArrowDown', '112.4'],
    ['PageUp', '120.8'],
    ['PageUp', '130.2'],
    ['PageUp', '135'],
    ['ArrowRight', '135'],
    ['PageDown', '130.2'],
    ['Home', '88'],
    ['PageDown', '88'],
    ['End', '135'],
  ] as const) {
    await codec.dial.press(key)
    await expect(codec.dial).toHaveAttribute('aria-valuenow', reached)
  }
  await expect(codec.up).toHaveAttribute('aria-disabled', 'true')
  await codec.up.click({ force: true })
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '135')
})

test('tunes by mouse wheel and by dragging, without scrolling the page', async ({ codec, page }) => {
  await codec.dial.hover()
  await page.mouse.wheel(0, -100)
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.9')
  await page.mouse.wheel(0, 100)
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.4')
  // Several small wheel events, as from a trackpad, add up to one step.
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -25)
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.9')
  await page.mouse.wheel(0, 100)
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.4')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  const { x, y, width } = await codec.middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  // The display shows 86.4 to 137.4 MHz, so its middle is 111.9 MHz.
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '111.9')
  await page.mouse.move(x + width / 4, y, { steps: 5 })
  await expect.poll(() => codec.frequency()).toBeCloseTo(124.7, 0)
  await page.mouse.up()
  const reached = await codec.frequency()
  await page.mouse.move(x, y)
  expect(await codec.frequency()).toBe(reached)
})

test('changes the volume in steps of 5 percent, and restores it after a reload', async ({ codec, page }) => {
  await expect(codec.volume).toHaveText('70')
  await codec.louder.click()
  await expect(codec.volume).toHaveText('75')
  await codec.softer.click()
  await codec.softer.click()
  await expect(codec.volume).toHaveText('65')
  await page.reload()
  await expect(codec.volume).toHaveText('65')
  await codec.pressUntil(codec.softer, () => expect(codec.volume).toHaveText('0'))
  await expect(codec.softer).toHaveAttribute('aria-disabled', 'true')
})

test('opens a new entry on a long press of the transmit button, by pointer and by keyboard', async ({
  page,
  account,
}) => {
  const vibrations = await recordVibrations(page)
  await signIn(page, account)
  const { transmit } = new Codec(page)
  await transmit.click()
  await expect(transmit).toContainText('Pause radio')
  await expect(page).toHaveURL(`${appUrl()}/`)
  await transmit.hover()
  await page.mouse.down()
  await page.waitForURL('**/logs/new')
  await page.mouse.up()
  expect(await vibrations()).toEqual([[50], [100, 50, 100]])
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await transmit.focus()
  await page.keyboard.down(' ')
  await page.waitForURL('**/logs/new')
  // The space bar is still pressed and repeats, but types nothing into the editor.
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.keyboard.down(' ')
  await page.keyboard.down(' ')
  await page.keyboard.up(' ')
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.keyboard.press(' ')
  await expect(page.getByLabel('Message')).toHaveValue(' ')
})

test('operates every control of the codec by keyboard, and shows an outline around the focused control', async ({
  codec,
  page,
}) => {
  await codec.up.focus()
  await page.keyboard.press('Enter')
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.9')
  await codec.down.focus()
  await page.keyboard.press(' ')
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.4')
  for (const part of [codec.dial, codec.down, codec.up, codec.softer, codec.louder, codec.mode, codec.transmit]) {
    await part.focus()
    await page.keyboard.press('Shift')
    await expect(part).toHaveCSS('outline-style', 'solid')
    await expect(part).toHaveCSS('outline-width', '2px')
  }
  await codec.louder.focus()
  await page.keyboard.press('Enter')
  await expect(codec.volume).toHaveText('75')
  await codec.softer.focus()
  await page.keyboard.press(' ')
  await expect(codec.volume).toHaveText('70')
  await codec.mode.focus()
  await page.keyboard.press('Enter')
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '120.8')
  await codec.dial.focus()
  await page.keyboard.press('PageDown')
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.4')
  await codec.transmit.focus()
  await page.keyboard.press('Enter')
  await expect(codec.transmit).toContainText('Pause radio')
})

test('stores the frequency in the account, restores it on another device, and resets the dial on sign-out', async ({
  codec,
  page,
  account,
  dashboard,
  browser,
}) => {
  for (let press = 0; press < 6; press++) await codec.up.click()
  await expect.poll(() => storedFrequency(account.uid)).toBe(115.4)
  await page.reload()
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '115.4')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'arcticops')

  const other = await browser.newPage({ baseURL: appUrl() })
  await signIn(other, account)
  await expect(other.getByRole('slider', { name: 'Frequency' })).toHaveAttribute('aria-valuenow', '115.4')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'arcticops')
  await other.close()

  await dashboard.logOut()
  await page.waitForURL('**/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'jungleops')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('operational')))).toEqual(
    [],
  )
  const next = await newAccount()
  await signIn(page, next)
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '112.4')
  expect(await storedFrequency(account.uid)).toBe(115.4)
  expect(await storedFrequency(next.uid)).toBeUndefined()
})

test.describe('signing out right after the dial was turned', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved data on this device' })

  /** Turns the dial and signs out. Delays the write of the frequency until the returned function is called. */
  async function leaveAfterTurn(page: Page, codec: Codec, dashboard: Dashboard): Promise<() => void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/documents:commit*', async (route) => {
      await held
      await route.continue()
    })
    await codec.mode.click()
    await dashboard.logOut()
    return release
  }

  test('asks the user to wait until the frequency is written, and then signs the user out', async ({
    codec,
    dashboard,
    account,
    page,
  }) => {
    const release = await leaveAfterTurn(page, codec, dashboard)
    await expect(question(page)).toBeVisible()
    release()
    await page.waitForURL('**/login')
    expect(await storedFrequency(account.uid)).toBe(120.8)
  })

  test('keeps the user signed in when they cancel the sign-out before the frequency is written', async ({
    codec,
    dashboard,
    account,
    page,
  }) => {
    const release = await leaveAfterTurn(page, codec, dashboard)
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toHaveCount(0)
    release()
    await expect.poll(() => storedFrequency(account.uid)).toBe(120.8)
    await dashboard.write('Still on watch', 'FIELD')
    await expect(page.getByText('Log entry created successfully!')).toBeVisible()
    await page.reload()
    await expect(dashboard.newEntry).toBeVisible()
  })
})

test.describe('by touch on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('moves the scale under a fixed needle on a swipe, and handles taps on the buttons', async ({
    page,
    account,
  }) => {
    await seedFrequency(account.uid, 100.1)
    await signIn(page, account)
    const codec = new Codec(page)
    await expect(codec.dial).toHaveAttribute('aria-valuenow', '100.1')
    const before = await codec.needle.boundingBox()
    const { width } = await codec.middle()
    // A third of the width of the scale is 6 MHz. Dragging the scale to the left raises the frequency.
    await codec.swipe(-width / 3)
    await expect.poll(() => codec.frequency()).toBeCloseTo(106.1, 0)
    const after = await codec.needle.boundingBox()
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 0)
    const reached = await codec.frequency()
    await codec.up.tap()
    expect(await codec.frequency()).toBeCloseTo(reached + 0.5, 5)
    await codec.louder.tap()
    await expect(codec.volume).toHaveText('75')
  })
})

test.describe('by touch on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('tunes when the user taps the scale, but not when a swipe over the scale scrolls the page', async ({
    codec,
    page,
  }) => {
    await codec.scrollOver(-120)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    expect(await codec.frequency()).toBe(112.4)
    await page.evaluate(() => window.scrollTo(0, 0))
    await codec.dial.tap()
    // The tap hits the middle of the display, which shows 86.4 to 137.4 MHz.
    await expect.poll(() => codec.frequency()).toBeCloseTo(111.9, 0)
    await expect(codec.dial).not.toHaveAttribute('aria-valuenow', '112.4')
  })
})
