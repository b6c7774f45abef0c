import { Codec } from '#tests/support/pages/codec.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

const MINUTE_MS = 60_000
const journal = () =>
  Array.from({ length: 30 }, (_, index) => ({
    id: `e${index}`,
    content: `Patrol ${index}`,
    time: Date.now() - index * MINUTE_MS,
    level: 'FIELD',
  }))

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('completes and runs commands in the command palette', async ({ page, codec }) => {
      const palette = new Palette(page)
      await palette.open(':')
      await page.keyboard.type('tu')
      await page.keyboard.press('Enter')
      await expect(palette.line).toHaveValue(':tune ')
      await page.keyboard.type('121.5')
      await page.keyboard.press('Enter')
      await expect.poll(() => codec.frequency()).toBe(121.5)
      expect(await codec.theme()).toBe('arcticops')
      await palette.run(':theme camo')
      await expect.poll(() => codec.theme()).toBe('camo')
      await palette.open(':')
      await page.keyboard.type('tune 200')
      await expect(palette.suggestions).toHaveText([/Enter a frequency from 88 to 135 MHz\./])
      await page.keyboard.press('Enter')
      await expect(palette.line).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette.line).toBeHidden()
      expect(await new Codec(page).frequency()).toBe(121.5)
      await palette.run(':new alert')
      await expect(page.getByRole('radio', { name: 'ALERT', exact: true })).toBeChecked()
    })
  })

test('finds entries by text and days by date in the command palette', async ({ page, dashboard, account }) => {
  await seed(account.uid, [
    { id: 'old', content: 'The zebra crossing', time: new Date(2026, 2, 1, 12).getTime() },
    ...journal(),
  ])
  await page.reload()
  await dashboard.newEntry.waitFor()
  const palette = new Palette(page)
  await palette.open('Control+k')
  // The journal is still loading at this point.
  await page.keyboard.type('zebra')
  await expect(palette.suggestions).toHaveText([/The zebra crossing/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/logs\/old$/)
  await palette.run(':goto 2026-03-01')
  await expect(dashboard.cards).toHaveText([/The zebra crossing/])
  await palette.run(':search patrol 7')
  await expect(page).toHaveURL(/\?q=patrol/)
  await expect(dashboard.cards).toHaveCount(1)
  await palette.run(':keys')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the command :logs opens the list from another view, and then hides it', async ({ page, dashboard, account }) => {
  await seed(account.uid, journal())
  await dashboard.showLogs()
  await dashboard.panel.getByRole('button', { name: 'Tags', exact: true }).click()
  await expect(dashboard.cards).toHaveCount(0)
  const palette = new Palette(page)
  await palette.run(':logs')
  await expect(dashboard.card('Patrol 0')).toBeVisible()
  await palette.run(':logs')
  await expect(dashboard.cards).toHaveCount(0)
})

test('handles single-key shortcuts in the list, but not while the user types in the editor', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, journal())
  await page.reload()
  await expect(dashboard.count).toHaveText('30')
  await page.keyboard.press('l')
  await expect(dashboard.card('Patrol 0')).toBeVisible()
  for (const text of ['Patrol 0', 'Patrol 1']) {
    await page.keyboard.press('j')
    await expect(dashboard.card(text).first()).toBeFocused()
  }
  await page.keyboard.press('k')
  await expect(dashboard.card('Patrol 0')).toBeFocused()
  for (let step = 0; step < 20; step++) await page.keyboard.press('j')
  await expect(dashboard.card('Patrol 20')).toBeFocused()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/logs\/e20\?edit=true$/)
  const editor = new Editor(page)
  await expect(editor.text).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' jkneol?/:')
  await expect(editor.text).toHaveValue('Patrol 20 jkneol?/:')
  await page.keyboard.press('Control+k')
  await expect(new Palette(page).line, 'the command palette, because Control+K means code in the editor').toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`${appUrl()}/`)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('when single-key shortcuts are turned off, ignores them and shows no hints for them', async ({
  page,
  dashboard,
}) => {
  await dashboard.newEntry.waitFor()
  await expect(dashboard.newEntry).toHaveAttribute('aria-keyshortcuts', 'n')
  await page.evaluate(() => localStorage.setItem('singleKeys', 'false'))
  await page.reload()
  await expect(dashboard.newEntry).not.toHaveAttribute('aria-keyshortcuts')
  await expect(dashboard.newEntry).toHaveText('New Entry')
  const palette = new Palette(page)
  await expect(page.locator('[data-shell]')).toHaveCount(0)
  await page.keyboard.type('nl/:?')
  await expect(page).toHaveURL(`${appUrl()}/`)
  await palette.open('Control+k')
  await page.keyboard.type(':keys')
  await page.keyboard.press('Enter')
  const elsewhere = page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByRole('region', { name: 'Outside the editor' })
  await expect(elsewhere.getByRole('term')).toHaveText(['Command palette'])
})

test('the command palette contains the text that the user typed while the palette was loading', async ({
  page,
  account,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route('**/Palette-*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await signIn(page, account)
  await page.getByRole('button', { name: 'New Entry', exact: true }).waitFor()
  await page.keyboard.type(':nelx')
  await page.keyboard.press('Backspace')
  arrived.resolve()
  await expect(new Palette(page).line).toHaveValue(':nel')
  await expect(
    page.getByRole('button', { name: 'View Logs' }).first(),
    'the list, which no typed letter opened',
  ).toHaveAttribute('aria-pressed', 'false')
})
