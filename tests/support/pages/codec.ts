import type { Locator, Page } from '@playwright/test'

/** Page object of the codec on the dashboard. */
export class Codec {
  readonly dial: Locator
  readonly up: Locator
  readonly down: Locator
  readonly mode: Locator
  readonly louder: Locator
  readonly softer: Locator
  readonly volume: Locator
  readonly transmit: Locator
  readonly needle: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.dial = page.getByRole('slider', { name: 'Frequency' })
    this.up = page.getByRole('button', { name: 'Frequency up' })
    this.down = page.getByRole('button', { name: 'Frequency down' })
    this.mode = page.getByRole('button', { name: /^Mode/ })
    this.louder = page.getByRole('button', { name: 'Volume up' })
    this.softer = page.getByRole('button', { name: 'Volume down' })
    this.volume = page.getByLabel('Volume in percent')
    this.transmit = page.getByRole('group', { name: 'Transmit' }).getByRole('button')
    this.needle = this.dial.locator('.scale-needle')
  }

  async frequency(): Promise<number> {
    return Number(await this.dial.getAttribute('aria-valuenow'))
  }

  theme = (): Promise<string | null> => this.page.locator('html').getAttribute('data-theme')

  /** Presses a button with the pointer, and releases the button when `until` resolves. */
  async pressUntil(button: Locator, until: () => Promise<void>): Promise<void> {
    await button.hover()
    await this.page.mouse.down()
    await until()
    await this.page.mouse.up()
  }

  /** Returns the center of the dial in page coordinates. */
  async middle(): Promise<{ x: number; y: number; width: number }> {
    const box = await this.dial.boundingBox()
    if (!box) throw new Error('the dial is not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
  }

  /** Drags a finger horizontally from the center of the dial. */
  swipe = (by: number): Promise<void> => this.#drag(by, 0)

  /** Scrolls the page with a touch gesture that starts on the dial. */
  scrollOver = (by: number): Promise<void> => this.#drag(0, by)

  async #drag(along: number, down: number): Promise<void> {
    const { x, y } = await this.middle()
    const touch = await this.page.context().newCDPSession(this.page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: x + along * share, y: y + down * share }],
      })
    await send('touchStart', 0)
    for (let step = 1; step <= 10; step++) await send('touchMove', step / 10)
    await send('touchEnd')
  }
}

/** Records the calls of `navigator.vibrate`. */
export async function recordVibrations(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(window, { vibrations: asked })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => asked.push(pattern) > 0 })
  })
  return () =>
    page.evaluate(() => ('vibrations' in window && Array.isArray(window.vibrations) ? window.vibrations : []))
}
