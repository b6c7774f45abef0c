import type { Locator, Page } from '@playwright/test'
import { MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

const LONG_TEXT = Array.from({ length: 80 }, (_, index) => `Lock ${index + 1} is dry.`).join('\n')
/** The height of a key that a finger can press, in px. */
const KEY_PX = 44
const MIN_TEXT_PX = 120

/** Opens the editor on the page of an entry. */
async function openPage(page: Page, uid: string, content: string): Promise<Editor> {
  await seed(uid, [{ id: 'one', content, time: Date.now() }])
  await page.goto('/logs/one?edit=true')
  const editor = new Editor(page)
  await expect(editor.text).toBeFocused()
  return editor
}

/** Reports a keyboard to the page that covers the lowest part of the screen. */
const showKeyboard = (page: Page, height: number) =>
  page.evaluate((covered) => {
    if (!window.visualViewport) throw new Error('The browser has no visual viewport.')
    Object.defineProperty(window.visualViewport, 'height', { value: window.innerHeight - covered })
    window.visualViewport.dispatchEvent(new Event('resize'))
  }, height)

const bottomOf = async (part: Locator): Promise<number> => {
  const { y, height } = await boundingBoxOf(part)
  return y + height
}

for (const width of [320, 390, 1440])
  test(`shows a draft with its button in the dialog on a screen ${width} px wide`, async ({ page, dashboard }) => {
    await page.setViewportSize({ width, height: 844 })
    const editor = new Editor(page)
    const dialog = page.getByRole('dialog', { name: 'New Log Entry' })
    await dashboard.newEntry.waitFor()
    await editor.open()
    await editor.text.fill('Half a thought about the second lock, which leaks')
    await page.keyboard.press('Escape')
    await expect(editor.draftsButton()).toBeVisible()
    await editor.open()
    await dialog.getByRole('button', { name: '1 draft' }).click()
    const resume = dialog.getByRole('button', { name: 'Continue' })
    await expect(resume).toBeInViewport({ ratio: 1 })
    const [inner, outer] = [await boundingBoxOf(resume), await boundingBoxOf(dialog)]
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
    await resume.click()
    await expect(editor.text).toHaveValue('Half a thought about the second lock, which leaks')
  })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  [390, 500],
] as const)
  test(`keeps the caret of a long text between the bars of the page at ${width} × ${height} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize({ width, height })
    await dashboard.newEntry.waitFor()
    const editor = await openPage(page, account.uid, LONG_TEXT)
    const foot = page.getByText(/^\d+ words/)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByRole('region', { name: 'Radio', exact: true }).waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nThe last line')
    // The field ends a few pixels below the line of the caret.
    expect(await bottomOf(editor.text)).toBeLessThan((await boundingBoxOf(foot)).y)
    for (const part of [foot, save, editor.toolbar]) await expect(part).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('The first line\n')
    expect((await boundingBoxOf(editor.text)).y).toBeGreaterThanOrEqual(await bottomOf(editor.toolbar))
  })

test('scrolls the page of a long text with Page Down, and lets the bars scroll away on a low screen', async ({
  page,
  account,
  dashboard,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await dashboard.newEntry.waitFor()
  const editor = await openPage(page, account.uid, LONG_TEXT)
  await page.keyboard.press('Control+Home')
  const before = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 200)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toBeInViewport()
  await expect(editor.toolbar).not.toBeInViewport()
  await expect(page.getByText(/^\d+ words/)).not.toBeInViewport()
})

for (const [width, height] of [
  [390, 500],
  [320, 568],
  [320, 318],
] as const)
  test(`keeps the buttons of the dialog in sight on a phone of ${width} × ${height} px`, async ({
    page,
    dashboard,
  }) => {
    await page.setViewportSize({ width, height })
    const editor = new Editor(page)
    await dashboard.newEntry.waitFor()
    await editor.open()
    const expectBars = async () => {
      for (const part of [
        editor.submit,
        editor.toolbar,
        page.getByRole('dialog').getByRole('button', { name: 'Close' }),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
    }
    await expectBars()
    await expect(editor.text).toBeInViewport({ ratio: 1 })
    const [text, bar] = [await boundingBoxOf(editor.text), await boundingBoxOf(editor.toolbar)]
    expect(Math.round(text.height)).toBeGreaterThanOrEqual(MIN_TEXT_PX)
    expect(text.y + text.height).toBeLessThanOrEqual(bar.y)
    await editor.showDetails()
    await editor.tag.pressSequentially('boiler,')
    await expect(editor.tags).toHaveText(['boiler'])
    await expectBars()
    expect(await bottomOf(editor.tag)).toBeLessThanOrEqual((await boundingBoxOf(editor.toolbar)).y)
    await editor.text.fill(`${'word '.repeat(MAX_CONTENT_CHARACTERS / 5)}!`)
    await editor.submit.click()
    await expect(editor.error).toBeInViewport({ ratio: 1 })
    await expectBars()
  })

test('keeps Submit above the keyboard of a phone in landscape', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill(LONG_TEXT)
  await showKeyboard(page, 180)
  await expect.poll(() => bottomOf(editor.submit)).toBeLessThanOrEqual(390 - 180)
})

test('shows why an entry cannot be saved directly below Save, also in the middle of a long text', async ({
  page,
  account,
  dashboard,
}) => {
  await dashboard.newEntry.waitFor()
  const editor = await openPage(page, account.uid, LONG_TEXT)
  await editor.text.fill(`${LONG_TEXT}\n${'word '.repeat(MAX_CONTENT_CHARACTERS / 5)}`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveCount(1)
  await save.click()
  await expect(editor.error).toContainText('over the limit')
  await expect(editor.error).toBeInViewport({ ratio: 1 })
  await expect(editor.text).toHaveAccessibleDescription(/over the limit/)
  expect((await boundingBoxOf(editor.error)).y - (await bottomOf(save))).toBeLessThan(KEY_PX)
})

test('fades everything but the text in focus mode, and moves the focus into the text', async ({
  page,
  account,
  dashboard,
}) => {
  await dashboard.newEntry.waitFor()
  const editor = await openPage(page, account.uid, 'Valve leaks.')
  const focusMode = page.getByRole('button', { name: EDITOR_TEXT.focusMode })
  const keys = page.locator('.entry-keys')
  const player = page.getByRole('region', { name: 'Radio', exact: true })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await focusMode.press('Enter')
  await expect(editor.text).toBeFocused()
  for (const part of [page.getByRole('banner'), keys, player, editor.toolbar])
    await expect(part).toHaveCSS('opacity', '0.08')
  await expect(keys).toHaveCSS('animation-duration', '0.08s')
  await page.keyboard.press('Shift+Tab')
  await expect(editor.toolbar).toHaveCSS('opacity', '1')
  await keys.hover()
  await expect(keys).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect(player).toHaveCSS('opacity', '1')
  await expect(editor.text).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor.text).toHaveCount(0)
})

test('handles the keys of the editor while the focus is in the header of the dialog', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('Valve leaks.')
  const header = page.getByRole('dialog').getByRole('button', { name: /sound/i })
  await header.press('Control+Alt+p')
  await expect(editor.preview).toContainText('Valve leaks.')
  await header.press('Control+Alt+p')
  await expect(editor.text).toHaveValue('Valve leaks.')
  await editor.discard.click()
  await expect(editor.question).toBeVisible()
  await page.keyboard.press('Control+Alt+p')
  await editor.answer('Keep writing')
  await expect(editor.preview, 'after the key in the dialog over the editor').toHaveCount(0)
  await header.press('Control+Enter')
  await dashboard.showLogs()
  await expect(dashboard.card('Valve leaks.')).toBeVisible()
})

for (const width of [320, 360, 390, 720, 1100, 1190, 1440])
  test(`fits the levels beside the microphone on a page ${width} px wide`, async ({ page, account, dashboard }) => {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.newEntry.waitFor()
    await openPage(page, account.uid, 'Valve leaks.')
    const levels = page.getByRole('group', { name: EDITOR_TEXT.levels }).locator('label')
    const sizes = await levels.evaluateAll((all) =>
      all.map((level) => ({
        height: level.getBoundingClientRect().height,
        right: level.getBoundingClientRect().right,
        excess: level.scrollWidth - level.clientWidth,
      })),
    )
    const assistant = await boundingBoxOf(page.locator('.voice-glass'))
    expect(sizes.map(({ height, excess }) => ({ height, excess }))).toEqual(
      sizes.map(() => ({ height: KEY_PX, excess: 0 })),
    )
    expect(Math.max(...sizes.map(({ right }) => right))).toBeLessThan(assistant.x)
    // On the narrowest phone, the levels have two rows.
    if (width >= 390) expect(assistant.height).toBe(KEY_PX)
  })

test('switches between the text and the preview with the same key, and keeps the focus in the editor', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('**bold**')
  await page.keyboard.press('Control+Alt+p')
  await expect(editor.preview).toBeFocused()
  await page.keyboard.press('Control+Alt+p')
  await expect(editor.text).toBeFocused()
})

test('changes the level, and adds a goal and a tag, on the page of an entry without the editor', async ({
  page,
  account,
  dashboard,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'Valve leaks.', level: 'FIELD', time: Date.now() }])
  await dashboard.newEntry.waitFor()
  await page.goto('/logs/one')
  await page.getByRole('button', { name: /^Level FIELD/ }).click()
  await page.getByRole('button', { name: 'ALERT', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Level ALERT/ })).toBeFocused()
  await page.getByRole('button', { name: '+ goal' }).click()
  await page.keyboard.type('Buy a gasket')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Buy a gasket' })).toBeVisible()
  await page.getByRole('button', { name: '+ tag' }).click()
  await page.keyboard.type('boiler')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'boiler' })).toBeVisible()
})

test('focus mode on the page of an entry fades everything else, and Escape leaves only focus mode', async ({
  page,
  account,
  dashboard,
}) => {
  await seed(account.uid, [{ id: 'one', content: 'Valve leaks.', time: Date.now() }])
  await dashboard.newEntry.waitFor()
  await page.goto('/logs/one?edit=true')
  const focusMode = page.getByRole('button', { name: 'Focus mode' })
  const editor = new Editor(page)
  await focusMode.click()
  await editor.text.focus()
  await expect(page.getByRole('banner')).toHaveCSS('opacity', '0.08')
  await page.keyboard.press('Escape')
  await expect(focusMode).toHaveAttribute('aria-pressed', 'false')
  await expect(editor.text).toBeVisible()
})

test('keeps the toolbar and Submit above the keyboard, and gives the text the rest', async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('line\n'.repeat(60))
  await expect(editor.submit).toBeInViewport({ ratio: 1 })
  await expect(editor.toolbar).toBeInViewport({ ratio: 0.9 })
  expect((await boundingBoxOf(editor.text)).height).toBeGreaterThan(150)
})
