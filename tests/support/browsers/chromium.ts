import { chromium as playwright, type Page } from '@playwright/test'
import { browserOptions } from '../browser.ts'
import type { Driver, DriverOptions, Tab } from './driver.ts'

/**
 * Starts Chromium, the reference for the screenshots of the other browsers. If the walk fails in Chromium, the walk
 * itself has an error.
 */
export async function chromium({ width, height, proxy, downloads }: DriverOptions): Promise<Driver> {
  const browser = await playwright.launch({
    ...browserOptions(),
    proxy: { server: `http://${proxy}`, bypass: '<-loopback>' },
    downloadsPath: downloads,
  })
  const context = await browser.newContext({
    viewport: { width, height },
    acceptDownloads: true,
    serviceWorkers: 'allow',
    locale: 'en-GB',
  })
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('page', (page) =>
    page.on('download', (download) => void download.saveAs(`${downloads}/${download.suggestedFilename()}`)),
  )
  return {
    tab: tabOf(await context.newPage()),
    newTab: async () => tabOf(await context.newPage()),
    errors,
    close: () => browser.close(),
  }
}

function tabOf(page: Page): Tab {
  return {
    async open(address) {
      await page.goto(address)
    },
    async reload() {
      await page.reload()
    },
    run: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    chord: (keys) => page.keyboard.press(keys.join('+')),
    choose: (selector, files) => page.locator(selector).setInputFiles([...files]),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  }
}
