import type { Page } from '@playwright/test'
import {
  boundingBoxOf,
  contentLeftOf,
  contentRightOf,
  textBottomOf,
  topsOf,
  expectFullyVisible,
} from '#tests/support/pages/layout.ts'
import type { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

const SIZES = [
  { width: 320, height: 700 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 800, height: 900 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

const PHONE = { width: 390, height: 844 }
const LINES = 40

for (const viewport of SIZES)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('shows the whole radio strip in the top bar', async ({ page, dashboard }) => {
      const radio = new Radio(page)
      await dashboard.newEntry.waitFor()
      const parts = [
        radio.pick('Synphaera'),
        radio.pick('Groove Salad'),
        radio.strip.getByRole('button', { name: 'Play radio' }),
        radio.musicButton,
        radio.stripStatus,
      ]
      for (const part of parts) await expectFullyVisible(part)
      await expect(radio.stripStatus).toHaveText('STOPPED')
      await expect(page.getByRole('banner').filter({ has: radio.strip })).toBeVisible()
      await radio.pick('Synphaera').click()
      await expect(radio.stripStatus).toHaveText('STREAMING')
      await expectFullyVisible(radio.stripStatus)
    })

    test('each entry fills another tenth of the entries bar', async ({ page, account, dashboard }) => {
      await expect(dashboard.entriesBar).toHaveAttribute('aria-valuenow', '0')
      await seed(
        account.uid,
        Array.from({ length: 7 }, (_, index) => ({ id: `e${index}`, content: `Entry ${index}`, time: Date.now() })),
      )
      await page.reload()
      await expect(dashboard.entriesBar).toHaveAttribute('aria-valuenow', '70')
      expect((await boundingBoxOf(dashboard.entriesBar)).width).toBeGreaterThan(viewport.width / 8)
    })

    test('shows the title and the buttons of the log panel in one line', async ({ account, dashboard }) => {
      await dashboard.newEntry.waitFor()
      await seedLongList(account.uid)
      await expect(dashboard.count).toHaveText(String(LINES))
      const title = await boundingBoxOf(dashboard.panel.getByRole('heading', { name: 'Operation Logs' }))
      const button = await boundingBoxOf(dashboard.panel.getByRole('button', { name: 'Delete All' }))
      expect(Math.abs(title.y + title.height / 2 - button.y - button.height / 2)).toBeLessThan(button.height / 2)
    })
  })

for (const viewport of SIZES.filter(({ width }) => width > 720))
  test(`the text field of a new entry grows from 120 px to 300 px in height on a screen ${viewport.width} px wide`, async ({
    page,
    dashboard,
  }) => {
    await page.setViewportSize(viewport)
    const editor = new Editor(page)
    await dashboard.newEntry.waitFor()
    await editor.open()
    // Returns the layout height, because a running transition of the dialog changes the painted height.
    const height = () => editor.text.evaluate((field: HTMLTextAreaElement) => field.offsetHeight)
    expect(await height()).toBe(120)
    await editor.text.fill('line\n'.repeat(LINES))
    expect(await height()).toBe(300)
  })

test('moves the focus to every toolbar button by keyboard on a phone, and scrolls the button into view', async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize(PHONE)
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  const keys = await editor.toolbar.getByRole('button').all()
  await keys.at(-1)?.waitFor()
  await expect(editor.tool('Keyboard shortcuts')).not.toBeInViewport()
  await keys[0]?.focus()
  for (const key of keys) {
    await expect(key).toBeFocused()
    await expect(key).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
  }
})

test('shows three lines of a long entry in its card, with paragraphs and list items on separate lines', async ({
  page,
  account,
  dashboard,
}) => {
  const texts = ['First paragraph.', 'second item', 'third item']
  await seed(account.uid, [
    {
      id: 'one',
      content:
        '## Heading\n\nFirst paragraph.\n\n- second item\n- third item\n- fourth item\n\n    code\n    more code\n\n' +
        'One more paragraph, so that the text is long enough to be cut off. '.repeat(3),
      time: Date.now(),
    },
    { id: 'two', content: `\`\`\`\nall\nof it\nis\ncode\n${'of a long program\n'.repeat(20)}\`\`\``, time: Date.now() },
  ])
  await page.reload()
  await dashboard.showLogs()
  const card = dashboard.card('First paragraph.')
  await expect(card.getByRole('listitem').first()).toBeAttached()
  const heading = await boundingBoxOf(card.getByText('Heading'))
  const [first, second, third] = await Promise.all(texts.map((text) => boundingBoxOf(card.getByText(text))))
  const line = (first?.y ?? 0) - heading.y
  expect(line).toBeGreaterThan(heading.height / 2)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(line, 0)
  expect((third?.y ?? 0) - (second?.y ?? 0)).toBeCloseTo(line, 0)
  for (const text of ['First paragraph.', 'is\ncode'])
    expect((await boundingBoxOf(dashboard.excerpt(text))).height).toBeLessThanOrEqual(3 * line + 1)
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card.getByText('more code')).toBeInViewport()
})

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test(`keeps the email address in the footer above the radio bar at ${viewport.width} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize(viewport)
    const radio = new Radio(page)
    await dashboard.newEntry.waitFor()
    const player = await boundingBoxOf(radio.bar)
    await expect(dashboard.foot).toHaveText(account.email)
    expect(await textBottomOf(dashboard.foot)).toBeLessThanOrEqual(player.y)
  })

for (const width of [320, 390, 720, 1024, 1440, 1920, 2560])
  test(`gives the bars and every screen the same left edge at ${width} px`, async ({ page, account, dashboard }) => {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.newEntry.waitFor()
    await seed(account.uid, [{ id: 'one', content: 'One', time: Date.now() }])
    const edges: number[] = []
    for (const path of ['/', '/settings', '/logs/one']) {
      await page.goto(path)
      const banner = page.getByRole('banner')
      for (const part of [banner, banner.getByRole('link').first(), new Radio(page).bar, page.getByRole('main')])
        edges.push(await contentLeftOf(part))
    }
    expect(edges).toEqual(edges.map(() => edges[0]))
  })

for (const width of [1440, 1920, 2560])
  test(`ends the top bar at the right edge of the dashboard at ${width} px`, async ({ page, dashboard }) => {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.newEntry.waitFor()
    expect(await contentRightOf(page.getByRole('banner'))).toBe(await contentRightOf(page.getByRole('main')))
  })

/** Adds as many entries as `LINES`. The newest is "Entry 0". */
const seedLongList = (uid: string): Promise<void> =>
  seed(
    uid,
    Array.from({ length: LINES }, (_, index) => ({
      id: `e${index}`,
      content: `Entry ${index}`,
      time: Date.now() - index * 1000,
    })),
  )

/** Opens a list of many entries, and scrolls it until the first entries are above the screen. */
async function scrollLongList(page: Page, uid: string, dashboard: Dashboard): Promise<void> {
  await dashboard.newEntry.waitFor()
  await seedLongList(uid)
  await page.reload()
  await dashboard.showLogs()
  await dashboard.card('Entry 0').waitFor()
  await page.evaluate(() => window.scrollTo(0, 2000))
  await expect(dashboard.card('Entry 0')).not.toBeInViewport()
}

for (const viewport of SIZES) {
  test(`keeps New Entry and View Logs on the screen while a long list scrolls at ${viewport.width} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize(viewport)
    await scrollLongList(page, account.uid, dashboard)
    await expect(dashboard.newEntry).toBeInViewport({ ratio: 1 })
    await expect(dashboard.viewLogs).toBeInViewport({ ratio: 1 })
  })

  test(`shows no text between the top bar and the bar below it while a long list scrolls at ${viewport.width} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize(viewport)
    await scrollLongList(page, account.uid, dashboard)
    const { height } = await boundingBoxOf(page.getByRole('banner'))
    await expect.poll(() => topsOf(page.locator('.dashboard-rail, .list-tools, .log-days .log-day'))).toContain(height)
  })

  test(`with larger text, keeps the day at the top of the screen while a long list scrolls at ${viewport.width} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.addInitScript(() => localStorage.setItem('largerText', 'true'))
    await page.setViewportSize(viewport)
    await scrollLongList(page, account.uid, dashboard)
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await expect.poll(() => topsOf(page.locator('.log-days .log-day'))).toContain(0)
  })
}

for (const isLarge of [false, true])
  for (const width of [320, 960, 1100, 1200, 1440, 1800])
    test(`leaves room for words in the search field at ${width} px${isLarge ? ', with larger text' : ''}`, async ({
      page,
      dashboard,
    }) => {
      await page.addInitScript((large) => localStorage.setItem('largerText', String(large)), isLarge)
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await dashboard.showLogs()
      expect((await boundingBoxOf(dashboard.search)).width).toBeGreaterThan(140)
    })

for (const viewport of SIZES.filter(({ width }) => width < 720))
  test(`keeps the status of the radio beside View Logs at ${viewport.width} px`, async ({ page, dashboard }) => {
    await page.setViewportSize(viewport)
    const status = await boundingBoxOf(new Radio(page).status.getByText('STANDBY'))
    expect(status.x + status.width).toBeLessThanOrEqual((await boundingBoxOf(dashboard.viewLogs)).x)
  })

for (const width of [1100, 1440])
  test(`with larger text, shows New Entry and Dictate in one line at ${width} px`, async ({ page, dashboard }) => {
    await page.addInitScript(() => localStorage.setItem('largerText', 'true'))
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    const newEntry = await boundingBoxOf(dashboard.newEntry)
    expect((await boundingBoxOf(page.getByRole('button', { name: 'Dictate' }))).y).toBe(newEntry.y)
  })

test('fits the keyboard shortcuts in a screen of 1440 px by 900 px, with both columns at the same height', async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await dashboard.newEntry.waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const headings = sheet.getByRole('heading', { name: /^(?:While writing|Outside the editor)$/ })
  await expect(headings).toHaveCount(2)
  // Reads both positions in one frame, because the sheet moves while it opens.
  const tops = await headings.evaluateAll((both) => both.map((heading) => heading.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
  expect(await sheet.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
})
