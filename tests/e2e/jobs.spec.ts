import type { Page } from '@playwright/test'
import { WITH_MICROPHONE } from '#tests/support/browser.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'
import { Codec } from '#tests/support/pages/codec.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { FAKE_TRANSCRIPTION, Voice } from '#tests/support/pages/voice.ts'
import { seed } from '#tests/support/stored.ts'

/* Frequent jobs, each with the largest number of clicks that it may take. */

test.use({ launchOptions: WITH_MICROPHONE })

const DAY_MS = 86_400_000

/** Counts the clicks from now on. Returns a function that returns the number. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = { clicks: 0 }
    Object.assign(window, { clickCounter: counter })
    addEventListener('click', (event) => (counter.clicks += event.isTrusted ? 1 : 0), true)
  })
  return () =>
    page.evaluate(() => {
      const counter: unknown = Reflect.get(window, 'clickCounter')
      return typeof counter === 'object' && counter !== null && 'clicks' in counter ? Number(counter.clicks) : -1
    })
}

test('writing an entry takes one click, and seeing that it was saved takes none', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  const clicks = await countClicks(page)
  await editor.open()
  await page.keyboard.type('Gate repaired.')
  await page.keyboard.press('Control+Enter')
  await expect(dashboard.card('Gate repaired.')).toBeInViewport()
  await expect(dashboard.card('Gate repaired.')).not.toContainText('queued')
  expect(await clicks()).toBe(1)
})

test('finding the entries of a day last week takes one click', async ({ page, account, dashboard }) => {
  await seed(account.uid, [
    { id: 'today', content: 'Today.', time: Date.now() },
    { id: 'old', content: 'Last week.', time: Date.now() - 7 * DAY_MS },
  ])
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.card('Today.')).toBeVisible()
  const clicks = await countClicks(page)
  await dashboard.weeks
    .getByRole('button', { name: /^1 entry/ })
    .first()
    .click()
  await expect(dashboard.cards).toHaveText([/Last week/])
  expect(await clicks()).toBe(1)
})

test.describe('with one entry', () => {
  test.beforeEach(async ({ page, account, dashboard }) => {
    await seed(account.uid, [{ id: 'one', content: 'Valve leeks.', level: 'FIELD', time: Date.now() }])
    await page.reload()
    await dashboard.showLogs()
    await expect(dashboard.card('Valve')).toBeVisible()
  })

  test('fixing a typo takes two clicks', async ({ page, dashboard }) => {
    const editor = new Editor(page)
    const clicks = await countClicks(page)
    await dashboard.card('Valve').getByRole('button', { name: 'Edit' }).click()
    await editor.text.fill('Valve leaks.')
    await editor.submit.click()
    await expect(page).toHaveURL(`${appUrl()}/`)
    await expect(dashboard.card('Valve leaks.')).toBeVisible()
    expect(await clicks()).toBe(2)
  })

  test('adding a tag takes two clicks', async ({ page, dashboard }) => {
    const clicks = await countClicks(page)
    await dashboard.card('Valve').getByRole('link').first().click()
    await page.getByRole('button', { name: '+ tag' }).click()
    await page.keyboard.type('boiler')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'boiler' })).toBeVisible()
    expect(await clicks()).toBe(2)
  })

  test('changing the level takes two clicks', async ({ page, dashboard }) => {
    const clicks = await countClicks(page)
    await dashboard.card('Valve').getByRole('button', { name: 'Level FIELD. Change level' }).click()
    await dashboard.card('Valve').getByRole('button', { name: 'ALERT', exact: true }).click()
    await expect(dashboard.card('Valve').getByRole('button', { name: 'Level ALERT. Change level' })).toBeFocused()
    expect(await clicks()).toBe(2)
  })

  test('exporting the journal takes one click', async ({ page, dashboard }) => {
    const clicks = await countClicks(page)
    await dashboard.exportText()
    expect(await clicks()).toBe(1)
  })

  test('undoing a deletion takes one click', async ({ page, dashboard }) => {
    await dashboard.remove(dashboard.card('Valve'))
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(dashboard.card('Valve')).toBeVisible()
    expect(await clicks()).toBe(1)
  })
})

test('dictating an entry takes one click', async ({ page, dashboard }) => {
  const voice = new Voice(page)
  await dashboard.newEntry.waitFor()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Dictate an entry' }).click()
  await voice.hasListened(2)
  expect(await clicks()).toBe(1)
  await voice.stop.click()
  await expect(new Editor(page).text).toHaveValue(FAKE_TRANSCRIPTION)
})

test('playing the radio takes one click', async ({ page, codec }) => {
  const clicks = await countClicks(page)
  await codec.transmit.click()
  await expect(new Radio(page).status).toContainText('LIVE')
  expect(await clicks()).toBe(1)
})

test('changing the theme takes one click on the mode button', async ({ page, dashboard }) => {
  await dashboard.newEntry.waitFor()
  const codec = new Codec(page)
  const before = await codec.theme()
  const clicks = await countClicks(page)
  await codec.mode.click()
  await expect.poll(() => codec.theme()).not.toBe(before)
  expect(await clicks()).toBe(1)
})
