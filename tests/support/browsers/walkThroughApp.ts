import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import * as z from 'zod'
import { THEMES } from '#domain/dial/themes.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { composeText } from '../composition.ts'
import { readDeviceContents } from '#tests/support/deviceContents.ts'
import type { ElementTarget } from './inPage.ts'
import type { BrowserSession } from './session.ts'
import { Walker } from './walker.ts'

/*
 * A test that walks through the whole app in any browser that has a driver. Targets have the same names as in
 * `../pages`.
 */

const button = (name: string | RegExp, within?: ElementTarget): ElementTarget => ({
  role: 'button',
  name,
  ...(within && { within }),
})
const panel: ElementTarget = { role: 'region', name: 'Operation Logs' }
const card = (text: string): ElementTarget => ({ role: 'article', within: panel, text })
const dialog: ElementTarget = { role: 'dialog', name: 'New Log Entry' }
const message: ElementTarget = { role: 'textbox', name: /^(?:Message|Content)$/ }
const details = button(EDITOR_TEXT.details)
const tagField: ElementTarget = { role: 'combobox', name: 'Tags' }
const entryTags: ElementTarget = { role: 'list', name: 'Tags of this entry' }
const search: ElementTarget = { role: 'searchbox', name: 'Search' }
export const connectionStatus: ElementTarget = { role: 'status', name: 'Connection' }
const radio: ElementTarget = { role: 'region', name: 'Radio' }
const toasts: ElementTarget = { role: 'region', name: 'Notifications' }
const palette: ElementTarget = { role: 'combobox', within: { role: 'dialog', name: 'Command palette' } }

const TEXT = 'A signal from the north'
const IMPORTED = 'Imported from a file'
const SAVED = new Date('2024-05-04T10:00:00Z')
/** Imported files that test features of the browser: decoding other encodings and reading modification times. */
const FILES: { readonly [name: string]: string | Buffer } = {
  'import.json': JSON.stringify({
    format: 'sitrep',
    version: 1,
    entries: [{ id: 'imported', content: IMPORTED, time: '2024-05-01T10:00:00Z' }],
  }),
  'legacy.txt': Buffer.from('Привет'.split('').map((letter) => letter.charCodeAt(0) - 0x350)),
  'wide.txt': Buffer.from('Ahoj, kůň #stable', 'utf16le'),
  'head.md': '---\r\ntitle: Nets\r\ndate: 2024-05-02\r\n---\r\nMended\r\n',
}

/**
 * JavaScript that returns the name of the browser for `compose`. No driver supports input methods, so the walk
 * dispatches the events of an input method to the focused field.
 */
const ORDER = `['Firefox', 'Chrome'].find((name) => navigator.userAgent.includes(name)) ?? 'WebKit'`
const COMPOSED = `(${composeText.toString()})(document.activeElement, ['に', 'にほ', '日本'], 'Enter', ${ORDER})`

/** A height in pixels that one toast does not exceed. A toast has one line on a desktop and two lines on a phone. */
const TOAST_PX = 100

const Exported = z.object({ entries: z.array(z.object({ content: z.string() })) })

type Credentials = { readonly email: string; readonly password: string }

export async function signIn(
  page: Walker,
  mode: 'Sign In' | 'Create Account',
  { email, password }: Credentials,
): Promise<void> {
  const modeButton = button(mode, { role: 'group', name: 'Mode' })
  await page.press(modeButton)
  // The form moves when the mode changes, so wait for the change. Otherwise the next click could miss the field.
  await page.expectAttribute(modeButton, 'aria-pressed', 'true')
  await page.type({ role: 'textbox', name: 'Email' }, email)
  await page.type({ css: 'input[name=password]' }, password)
  await page.press({ css: 'button[type=submit]' })
  await page.expectText(connectionStatus, 'Online')
}

/** Runs a command in the command palette, such as `:theme camo`. */
export async function runPaletteCommand(page: Walker, line: string): Promise<void> {
  await page.tab.type(':')
  await page.expectPresent(palette)
  await page.tab.type(line.slice(1))
  await page.expectValue(palette, line)
  await page.chord('Enter')
  await page.expectAbsent(palette)
}

/** @param app the address of the app */
export async function walkThroughApp(
  { driver, network, downloads, screenshots }: BrowserSession,
  app: string,
): Promise<void> {
  const page = new Walker(driver.tab)
  const { step } = test
  const screenshot = async (name: string) => {
    await page.waitForTransitions()
    writeFileSync(path.join(screenshots, `${name}.png`), await driver.tab.screenshot())
  }
  const write = async (text: string, by: Walker = page) => {
    await by.press(button('New Entry'))
    await by.press({ role: 'radio', name: 'FIELD', within: dialog })
    await by.type(message, text)
    await by.press(button('Submit Entry'))
    await by.expectAbsent(dialog)
  }
  const credentials = { email: `walk-${process.pid}-${Date.now()}@example.org`, password: 'correct horse' }

  await step('creates an account', async () => {
    await driver.tab.open(`${app}/login`)
    await page.expectPresent(button('Create Account'))
    await screenshot('login')
    await signIn(page, 'Create Account', credentials)
    await screenshot('dashboard-empty')
  })

  await step('writes an entry with Markdown, a tag and a pasted link', async () => {
    await page.press(button('New Entry'))
    await page.press({ role: 'radio', name: 'INTEL', within: dialog })
    await page.type(message, 'https://example.org/map')
    await page.chord('Control', 'a')
    await page.chord('Control', 'x')
    await page.expectValue(message, '')
    await driver.tab.type(`${TEXT}. **Urgent** #walk, see map`)
    for (const _ of 'map') await page.chord('Shift', 'ArrowLeft')
    await page.chord('Control', 'v')
    const first = `${TEXT}. **Urgent** #walk, see [map](https://example.org/map)`
    await page.expectValue(message, first)
    await driver.tab.type('\n\n- one\ntwo\n\n- [ ] report')
    await page.expectValue(message, `${first}\n\n- one\n- two\n- [ ] report`)
    await screenshot('editor')
    // A phone shows the tags after a press.
    if ((await page.find(details)).count > 0) await page.press(details)
    await page.press(tagField)
    await driver.tab.run(COMPOSED)
    await page.expectValue(tagField, '日本')
    const composedTag = { ...entryTags, text: '日本' }
    await page.expectAbsent(composedTag)
    await page.chord('Enter')
    await page.expectPresent(composedTag)
    await page.chord('Backspace')
    await page.expectAbsent(composedTag)
    await page.chord('Control', 'Enter')
    await page.expectAbsent(dialog)
    await page.expectPresent({ ...toasts, text: 'Log entry created successfully!' })
    await page.waitForExpression(`document.querySelector('.toasts').offsetHeight < ${TOAST_PX}`, true)
    await screenshot('toast')
  })

  await step('shows the formatted entry in the list', async () => {
    const row = card(TEXT)
    await page.expectText({ css: 'strong', within: row }, 'Urgent')
    await page.expectText({ role: 'link', name: 'map', within: row }, 'map')
    await page.expectText({ css: '.markdown li, li', within: row, text: 'two' }, 'two')
    await page.expectPresent({ role: 'checkbox', within: row })
    await page.expectText({ role: 'link', name: '#walk', within: row }, '#walk')
    await page.expectPresent({ role: 'img', name: 'INTEL', within: row })
    await screenshot('list')
  })

  await step('edits and saves the entry', async () => {
    await page.press(button('Edit', card(TEXT)))
    await page.expectPresent({ role: 'heading', name: 'Edit Log Entry' })
    await screenshot('edit')
    await page.retype(message, `${TEXT}, edited in the field. **Urgent** #walk`)
    await page.press(button('Save'))
    await page.waitForExpression('location.pathname', '/')
    await page.expectPresent(card('edited in the field'))
  })

  await step('deletes the entry and restores it with Undo', async () => {
    await page.press(button('Delete', card(TEXT)))
    await page.press(button('Delete', { role: 'alertdialog', name: 'Delete log' }))
    await page.expectAbsent(card(TEXT))
    // Waits until only the toast with Undo is left, because other toasts would move it when they disappear.
    await page.expectPresent(button('Undo'))
    await page.expectPresent({ css: '.toast' })
    await page.press(button('Undo'))
    await page.expectPresent(card(TEXT))
    // Undo removes the toast under the pointer. The other toasts must still disappear.
    await page.expectAbsent(button('Undo'))
  })

  await step('finds the entry by a search and hides the other one', async () => {
    await write('Rope and canvas')
    await page.expectPresent({ role: 'article', within: panel }, 2)
    await page.type(search, 'nort')
    await page.expectPresent({ role: 'article', within: panel }, 1)
    await page.expectText({ css: 'mark', within: card(TEXT) }, 'nort')
    await screenshot('search')
    await page.press(button('Clear search'))
    await page.expectPresent({ role: 'article', within: panel }, 2)
    await page.expectAbsent({ css: '.toast' })
  })

  await step('selects each theme by a command', async () => {
    for (const { theme } of THEMES) {
      await runPaletteCommand(page, `:theme ${theme}`)
      await page.waitForExpression('document.documentElement.dataset.theme', theme)
      await screenshot(`theme-${theme}`)
    }
    await runPaletteCommand(page, ':theme lgs')
  })

  await step('plays and pauses the radio', async () => {
    await driver.tab.run(`(() => {
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function () {
        globalThis.heard = this
        return play.call(this)
      }
    })()`)
    await page.press(button('Play radio', radio))
    await page.expectPresent({ ...radio, text: 'LIVE' })
    await page.waitForExpression('heard.currentTime > 0.5', true)
    await screenshot('radio')
    await page.press(button('Pause radio', radio))
    await page.expectPresent({ ...radio, text: 'STANDBY' })
    await page.waitForExpression('heard.paused', true)
  })

  await step('analyzes an entry', async () => {
    const row = card(TEXT)
    await page.press(button('AI Analysis', row))
    await page.expectPresent({ ...toasts, text: 'Analysis complete!' })
    const suggestions: ElementTarget = { role: 'region', name: 'AI Suggestions', within: row }
    await page.expectAttribute(
      { role: 'meter', name: 'Confidence', within: suggestions },
      'aria-valuetext',
      '0.86, amber',
    )
    await screenshot('analysis')
    await page.press(button('Dismiss', suggestions))
    await page.expectAbsent(suggestions)
  })

  // After the download in this step, MiniBrowser shows a download bar, so the page is lower in later screenshots.
  await step('imports files and exports all entries to a file', async () => {
    await page.press(button('Archive'))
    const files = Object.entries(FILES).map(([name, data]) => {
      const file = path.join(downloads, '..', name)
      writeFileSync(file, data)
      // The files are older than the entries that the walk writes, so those entries stay first in the list.
      utimesSync(file, SAVED, SAVED)
      return file
    })
    await page.expectPresent({ role: 'heading', name: 'Import' })
    await driver.tab.choose('input[type=file]', files)
    await page.press(button('Import 4 entries'))
    await page.expectPresent({ role: 'region', name: 'Import', text: '4 entries added.' })
    await screenshot('archive')
    await page.press({ role: 'radio', name: /^JSON/ })
    await page.press(button('Save file'))
    const saved = () => readdirSync(downloads).filter((name) => name.endsWith('.json'))
    await expect.poll(saved, { timeout: 30_000 }).toHaveLength(1)
    const contents = () => {
      const [name = ''] = saved()
      const parsed = Exported.safeParse(asJson(readFileSync(path.join(downloads, name), 'utf8')))
      return parsed.data?.entries.map(({ content }) => content).toSorted() ?? []
    }
    await expect
      .poll(contents, { timeout: 30_000 })
      .toEqual(
        [
          `${TEXT}, edited in the field. **Urgent** #walk`,
          IMPORTED,
          'Rope and canvas',
          'Привет',
          'Ahoj, kůň #stable',
          '# Nets\n\nMended\n',
        ].toSorted(),
      )
    await page.press(button('Entries', panel))
    // Checks the first imported entry, because the list may not have mounted the row of the last imported entry.
    await page.expectPresent(card('Привет'))
  })

  await step('shows an entry that another tab has written', async () => {
    const tab = await driver.newTab()
    const other = new Walker(tab)
    await tab.open(`${app}/`)
    await other.expectText(connectionStatus, 'Online')
    await write('Written in the other tab', other)
    await page.expectPresent(card('Written in the other tab'))
    await page.expectText(connectionStatus, 'Online')
    await tab.close()
  })

  await step('opens offline, shows that an analysis is not possible, and queues an entry', async () => {
    await page.waitForExpression(`navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js') ?? false`, true)
    await page.waitForExpression(`performance.getEntriesByName('preloaded').length`, 1)
    network.cut()
    await driver.tab.reload()
    await page.expectPresent(card(TEXT))
    await page.expectText(connectionStatus, 'Offline')
    await page.press(button('AI Analysis', card('Rope and canvas')))
    await page.expectPresent({ css: '.error-text', text: 'the server cannot be reached' })
    await write('Written far from any mast')
    await page.expectText(connectionStatus, 'Offline, 1 queued')
    await screenshot('offline')
    network.restore()
    await page.expectText(connectionStatus, 'Online')
    await page.expectAbsent({ ...card('Written far from any mast'), text: 'queued' })
  })

  let address = ''
  await step('leaves no data on the device after a sign-out', async () => {
    const { attributes } = await page.find({ css: 'a.log-when', within: card(TEXT) })
    address = attributes['href'] ?? ''
    await page.press(button('Logout'))
    await page.waitForExpression('location.pathname', '/login')
    await expect.poll(() => driver.tab.run(`(${readDeviceContents.toString()})()`)).not.toContain(TEXT)
    await screenshot('signed-out')
  })

  // This step must be the last, because it loads a new document.
  await step('opens an entry by its address after a sign-in', async () => {
    await signIn(page, 'Sign In', credentials)
    await driver.tab.open(`${app}${address}`)
    await page.expectPresent({ role: 'article', text: 'edited in the field' })
    await page.expectText(connectionStatus, 'Online')
    await screenshot('entry')
  })
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The browser has not finished writing the file.
    return undefined
  }
}
