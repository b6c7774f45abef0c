import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { Builder, By, Capabilities, Key as Code, type WebDriver } from 'selenium-webdriver'
import { reservePort } from '#local/ports.ts'
import { waitUntilReady } from '#local/backend.ts'
import { installedWebKit, WEBKIT_REQUIREMENT } from '../browser.ts'
import type { Driver, Key, DriverOptions, Tab } from './driver.ts'

/**
 * Timeouts of WebDriver commands in milliseconds. They are shorter than the timeout of a test, so that the error names the
 * command.
 */
const TIMEOUTS = { pageLoad: 120_000, script: 30_000 }

/** In rare cases, the driver returns this error instead of the result of a script. The walker runs the script again. */
const LOST_RESULT = 'Could not parse script result'

/**
 * Starts MiniBrowser, the browser of WebKitGTK, on its own X display. Tests control it through WebDriver. Its private
 * session persists service workers and databases, as a normal session does. WebDriver cannot read the console, so
 * `reportErrors` reports errors.
 */
export async function webkit({ width, height, proxy, downloads }: DriverOptions): Promise<Driver> {
  const installed = installedWebKit()
  if (!installed) throw new Error(WEBKIT_REQUIREMENT.advice)
  const display = spawn(
    installed.display,
    // Xvfb chooses a free display number and writes it to file descriptor 3 when it is ready.
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  let service: ChildProcess | undefined
  const end = () => {
    // Removes this listener, because a second call could throw, and an error in an `exit` listener blocks the exit.
    process.off('exit', end)
    if (service?.pid !== undefined && service.exitCode === null && service.signalCode === null)
      process.kill(-service.pid, 'SIGKILL')
    display.kill()
  }
  // Ends the browser even if the test runner exits without calling `close`.
  process.once('exit', end)
  try {
    const number = await firstLine(display)
    const port = await reservePort()
    service = spawn(installed.driver, [`--port=${port}`], {
      stdio: 'ignore',
      // Makes the driver a process group, so that `end` also kills its child processes.
      detached: true,
      env: {
        ...process.env,
        DISPLAY: `:${number}`,
        XDG_CONFIG_HOME: configWith(downloads),
        // Paints without OpenGL. In rare cases, the software renderer of OpenGL (llvmpipe) crashes, and the page with it.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    })
    await waitUntilReady(`http://127.0.0.1:${port}/status`)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          timeouts: TIMEOUTS,
          'webkitgtk:browserOptions': {
            binary: installed.browser,
            args: ['--automation', `--proxy=http://${proxy}`],
          },
        }),
      )
      .build()
    await resize(driver, width, height)
    return {
      tab: tabOf(driver, await driver.getWindowHandle()),
      async newTab() {
        // A background tab does not paint, so requestAnimationFrame would never run there.
        await driver.switchTo().newWindow('window')
        await resize(driver, width, height)
        return tabOf(driver, await driver.getWindowHandle())
      },
      errors: [],
      async close() {
        try {
          await driver.quit()
        } finally {
          end()
        }
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Writes a desktop configuration that sets the download folder, and returns the path of its folder. */
function configWith(downloads: string): string {
  const folder = path.join(downloads, '..', 'config')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  return folder
}

/** Resizes the window until the page has this size. The window also contains toolbars, and is resized with a delay. */
async function resize(driver: WebDriver, width: number, height: number): Promise<void> {
  const window = driver.manage().window()
  const fit = async () => {
    const [within, below] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
    if (within === width && below === height) return 'fits'
    const rect = await window.getRect()
    await window.setRect({ width: rect.width + width - within, height: rect.height + height - below })
    return `${within} by ${below}`
  }
  await expect.poll(fit, { timeout: 30_000 }).toBe('fits')
}

/** Returns the first line that the display writes to file descriptor 3. Rejects if the display exits before. */
async function firstLine(display: ChildProcess): Promise<string> {
  const [, , , output] = display.stdio
  if (!output || !('read' in output)) throw new Error('The display has no output.')
  const exited = once(display, 'exit').then(([code]) => {
    throw new Error(`The display exited with code ${String(code)} before it was ready.`)
  })
  const [line] = await Promise.race([once(createInterface(output), 'line'), exited])
  return String(line)
}

/** The WebDriver codes of keys that do not type a character, such as Enter. */
const CODES: Partial<Record<Key, string>> = {
  Control: Code.CONTROL,
  Shift: Code.SHIFT,
  Enter: Code.ENTER,
  Escape: Code.ESCAPE,
  Backspace: Code.BACK_SPACE,
  ArrowLeft: Code.ARROW_LEFT,
}

/** Returns the tab of a window. Tabs must not be used concurrently, because the driver has only one current window. */
function tabOf(driver: WebDriver, handle: string): Tab {
  const here = () => driver.switchTo().window(handle)
  return {
    async open(address) {
      await here()
      await driver.get(address).catch((error: unknown) => {
        throw new Error(`${address} did not load.`, { cause: error })
      })
    },
    async reload() {
      await here()
      await driver.navigate().refresh()
    },
    async run(expression) {
      await here()
      return driver.executeScript(`return (${expression})`).catch((error: unknown) => {
        if (error instanceof Error && error.message === LOST_RESULT) return null
        throw error
      })
    },
    async press(x, y) {
      await here()
      await driver.actions({ async: true }).move({ x, y, duration: 0 }).press().release().perform()
    },
    async type(text) {
      await here()
      await driver.actions().sendKeys(text.replaceAll('\n', Code.ENTER)).perform()
    },
    async chord(keys) {
      await here()
      const codes = keys.map((key) => CODES[key] ?? key)
      const actions = driver.actions()
      for (const code of codes) actions.keyDown(code)
      for (const code of codes.toReversed()) actions.keyUp(code)
      await actions.perform()
    },
    async choose(selector, files) {
      await here()
      await driver.findElement(By.css(selector)).sendKeys(files.join('\n'))
    },
    async screenshot() {
      await here()
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
    async close() {
      await here()
      await driver.close()
    },
  }
}
