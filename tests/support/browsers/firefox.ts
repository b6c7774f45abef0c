import { launch, type Page } from 'puppeteer-core'
import { FIREFOX_REQUIREMENT, installedFirefox } from '../browser.ts'
import type { Driver, DriverOptions, Tab } from './driver.ts'

/** Starts headless Firefox, which tests control through WebDriver BiDi. */
export async function firefox({ width, height, proxy, downloads }: DriverOptions): Promise<Driver> {
  const executablePath = installedFirefox()
  if (executablePath === undefined) throw new Error(FIREFOX_REQUIREMENT.advice)
  const [host = '', port = ''] = proxy.split(':')
  const errors: string[] = []
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': host,
      'network.proxy.http_port': Number(port),
      'network.proxy.ssl': host,
      'network.proxy.ssl_port': Number(port),
      'network.proxy.allow_hijacking_localhost': true,
      // Turns on the back/forward cache, as for users. An automated Firefox disables the cache by default.
      'fission.bfcacheInParent': true,
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'media.autoplay.default': 1,
      'intl.accept_languages': 'en-GB',
    },
  })
  const watch = async (page: Page): Promise<Tab> => {
    await page.setViewport({ width, height })
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url ?? ''})`)
    })
    page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)))
    return tabOf(page)
  }
  const [first] = await browser.pages()
  if (!first) throw new Error('Firefox has no page.')
  return {
    tab: await watch(first),
    async newTab() {
      const page = await browser.newPage()
      return watch(page)
    },
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
    async chord(keys) {
      for (const key of keys) await page.keyboard.down(key)
      for (const key of keys.toReversed()) await page.keyboard.up(key)
    },
    async choose(selector, files) {
      const field = await page.$(selector)
      if (!field) throw new Error(`There is no file field ${selector}.`)
      await (await field.toElement('input')).uploadFile(...files)
    },
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  }
}
