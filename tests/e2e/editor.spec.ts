import { keyCapsOf, shortcutSheet } from '#domain/keyboard/shortcuts.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { Keyboard } from '#tests/support/keyboard.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

for (const { name, viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport })

    test('writes and edits an entry with the toolbar, goals and tags', async ({ page, dashboard }) => {
      const editor = new Editor(page)
      await dashboard.newEntry.waitFor()
      await editor.open()
      await editor.text.pressSequentially('Towpath recon')
      await editor.tool('H2').click()
      await expect(editor.text).toHaveValue('## Towpath recon')
      await expect(editor.text).toBeFocused()
      await page.keyboard.press('Enter')
      await editor.tool('Task list').click()
      await page.keyboard.type('photos')
      await page.keyboard.press('Enter')
      await page.keyboard.type('bridge #canal')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect(editor.text).toHaveValue('## Towpath recon\n- [ ] photos\n- [ ] bridge #canal\n')
      await editor.select('photos')
      await editor.tool('Bold').click()
      await editor.showDetails()
      await editor.goal.fill('Report to the trust')
      await page.keyboard.press('Enter')
      await editor.tag.pressSequentially('Long,')
      await expect(editor.tags).toHaveText([/^Long$/, /^canal/])
      await editor.submit.click()
      await dashboard.showLogs()
      const card = dashboard.card('Towpath recon')
      await expect(card.locator('strong')).toHaveText('photos')
      await expect(card.getByRole('list', { name: 'Goals' })).toHaveText('Report to the trust')
      await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Long'])
      await expect(card.getByRole('link', { name: '#canal' })).toBeVisible()

      await card.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('heading', { name: 'Edit Log Entry' })).toBeVisible()
      await page.getByRole('radio', { name: 'ALERT', exact: true }).check({ force: true })
      await editor.goals.getByRole('checkbox', { name: 'Report to the trust' }).check()
      await page.getByRole('button', { name: 'Remove tag Long' }).click()
      await editor.submit.click()
      await page.waitForURL(`${appUrl()}/`)
      await dashboard.showLogs()
      await expect(card.getByRole('img', { name: 'ALERT' })).toBeVisible()
      await expect(card.getByRole('list', { name: 'Tags' })).toHaveCount(0)
      await expect(card).not.toContainText('queued')
    })

    test('keeps the text as a draft on Escape, and asks for confirmation only on Discard', async ({
      page,
      dashboard,
    }) => {
      const editor = new Editor(page)
      await dashboard.newEntry.waitFor()
      await editor.open()
      await expect(editor.discard).toHaveCount(0)
      await editor.text.fill('unfinished')
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(`${appUrl()}/`)
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Your text is saved as a draft.')
      await editor.showDrafts()
      await expect(editor.drafts()).toContainText('unfinished')
      await editor.drafts().getByRole('button', { name: 'Continue' }).click()
      await expect(editor.text).toHaveValue('unfinished')
      await editor.discard.click()
      await editor.answer('Keep writing')
      await expect(editor.text).toHaveValue('unfinished')
      await editor.discard.click()
      await editor.answer('Discard')
      await expect(page).toHaveURL(`${appUrl()}/`)
      await expect(editor.draftsButton()).toHaveCount(0)
      await dashboard.newEntry.click()
      await expect(editor.text).toHaveValue('')
    })
  })

test('changes the text with shortcuts, and undoes each change separately', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  // Inserts the text in one step, because text that is typed with a pause needs two undo steps.
  await page.keyboard.insertText('one two')
  const presses: [key: string, selected: string, after: string][] = [
    ['Control+b', 'two', 'one **two**'],
    ['Control+i', 'one', '*one* **two**'],
    ['Control+s', 'one', '*~~one~~* **two**'],
    ['Control+k', 'two', '*~~one~~* **`two`**'],
    ['Control+u', 'one', '*~~<u>one</u>~~* **`two`**'],
    ['Control+h', 'one', '# *~~<u>one</u>~~* **`two`**'],
    ['Control+Alt+Digit2', 'one', '## *~~<u>one</u>~~* **`two`**'],
    ['Control+l', 'one', '- ## *~~<u>one</u>~~* **`two`**'],
    ['Control+Shift+Digit7', 'one', '1. ## *~~<u>one</u>~~* **`two`**'],
    ['Control+Shift+Digit9', 'one', '- [ ] ## *~~<u>one</u>~~* **`two`**'],
    ['Control+Shift+k', 'one', '```\n- [ ] ## *~~<u>one</u>~~* **`two`**\n```'],
  ]
  for (const [key, selected, after] of presses) {
    await editor.select(selected)
    await page.keyboard.press(key)
    await expect(editor.text).toHaveValue(after)
  }
  for (const [, , before] of presses.slice(0, -1).toReversed()) {
    await page.keyboard.press('Control+z')
    await expect(editor.text).toHaveValue(before)
  }
  await page.keyboard.press('Control+z')
  await expect(editor.text).toHaveValue('one two')
  await page.keyboard.press('Control+z')
  await expect(editor.text).toHaveValue('')
  for (let press = 0; press < presses.length + 1; press++) await page.keyboard.press('Control+Shift+z')
  await expect(editor.text).toHaveValue(presses.at(-1)?.[2] ?? '')
})

test('makes the toolbar one tab stop, and moves between its buttons with the arrow keys', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await page.keyboard.type('word')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+Tab')
  await expect(editor.tool('Bold')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(editor.text).toHaveValue('*word*')
  await expect(editor.text).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(editor.tool('Italic'), 'the button that was used last').toBeFocused()
  await page.keyboard.press('End')
  await expect(editor.tool('Redo')).toBeFocused()
})

test('turns the selected words into a link when the user pastes an address, and rejects a pasted text of 10 MB', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await page.keyboard.type('see here')
  await editor.select('here')
  await editor.paste('https://example.org/a')
  await expect(editor.text).toHaveValue('see [here](https://example.org/a)')
  await editor.paste('x'.repeat(10_000_000))
  await expect(editor.error).toContainText('The text was not pasted: it has 10,000,000 characters')
  await expect(editor.text).toHaveValue('see [here](https://example.org/a)')
  await page.keyboard.press('Control+z')
  await expect(editor.text).toHaveValue('see here')
})

test('inserts text from an input method (IME) unchanged', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  const keyboard = await page.context().newCDPSession(page)
  await page.keyboard.type('- ')
  await keyboard.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await keyboard.send('Input.insertText', { text: '日本' })
  await expect(editor.text).toHaveValue('- 日本')
  await page.keyboard.press('Enter')
  await expect(editor.text).toHaveValue('- 日本\n- ')
})

test('handles shortcuts on a Russian keyboard layout', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  const keyboard = await Keyboard.of(page)
  await keyboard.press({ key: 'т', code: 'KeyN' })
  await expect(editor.text).toBeFocused()
  await page.keyboard.insertText('слово')
  await editor.select('слово')
  await keyboard.press({ key: 'и', code: 'KeyB', control: true })
  await expect(editor.text).toHaveValue('**слово**')
  await keyboard.press({ key: 'я', code: 'KeyZ', control: true })
  await expect(editor.text).toHaveValue('слово')
  await editor.text.press('End')
  await keyboard.press({ key: 'и', code: 'KeyB' })
  await expect(editor.text).toHaveValue('словои')
})

test('ignores Enter in the tag field during a composition with an input method (IME), and adds the tag afterwards', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.tag.focus()
  const keyboard = await Keyboard.of(page)
  await keyboard.compose(['ni', 'ni ', 'ni hao'])
  await keyboard.press({ key: 'Enter', code: 'Enter', composed: true })
  await expect(editor.tag).toHaveValue('ni hao')
  await expect(editor.tags).toHaveCount(0)
  await keyboard.commit('你好')
  await expect(editor.tag).toHaveValue('你好')
  await editor.tag.press('Enter')
  await expect(editor.tags).toHaveText(['你好'])
})

test('continues a list on Enter, but not a line in a code block that looks like a list item', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await waitUntilPreloaded(page)
  await editor.open()
  await page.keyboard.type('1. [x] one\ntwo\n\n```\n- code\n  - more\n')
  await expect(editor.text).toHaveValue('1. [x] one\n2. [ ] two\n```\n- code\n  - more\n')
  await page.keyboard.press('Control+z')
  await expect(editor.text).toHaveValue('1. [x] one\n2. [ ] two\n```\n- code\n  - more')
})

test('explains that images and files cannot be added, and pastes the text when the clipboard also contains an image', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  const said = page.getByRole('region', { name: 'Notifications' })
  await editor.pasteOrDrop('paste', { picture: true, text: 'from a sheet' })
  await expect(editor.text).toHaveValue('from a sheet')
  await expect(said).not.toContainText('Nothing was added')
  await editor.pasteOrDrop('paste', { picture: true })
  await expect(said).toContainText('Nothing was added: entries cannot contain images yet.')
  await editor.pasteOrDrop('drop', { name: 'notes.md' })
  await expect(said).toContainText('Nothing was added: to import files, open Archive.')
  await expect(editor.text).toHaveValue('from a sheet')
})

test('ignores a file that is dropped outside the editor', async ({ page, dashboard }) => {
  await dashboard.newEntry.waitFor()
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }))
    const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    return ['dragover', 'drop'].map((type) => document.body.dispatchEvent(event(type)))
  })
  expect(taken, 'whether the browser opens the file').toEqual([false, false])
})

test('previews the formatted text without running scripts or loading images that the text contains', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill(
    [
      '**bold** and <u>under</u> and <b onclick="alert(1)">raw</b> <img src=x onerror=alert(1)> <script>alert(1)</script>',
      '[a](https://a.example) [b](http://b.example) [c](mailto:c@example.org) [d](javascript:alert(1)) [e](JaVaScRiPt:alert(1)) [f](data:text/html,x) ![pixel](https://spy.example/p.png)',
    ].join('\n\n'),
  )
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await editor.tool('Preview').click()
  await expect(editor.preview.locator('strong')).toHaveText('bold')
  await expect(editor.preview.locator('u')).toHaveText('under')
  await expect(editor.preview.locator('b, img, script')).toHaveCount(0)
  await expect(editor.preview).toContainText('<b onclick="alert(1)">')
  const links = await editor.preview.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links).toEqual(['https://a.example', 'http://b.example', 'mailto:c@example.org', 'https://spy.example/p.png'])
  expect(requested.filter((url) => url.includes('example'))).toEqual([])
  await editor.tool('Preview').click()
  await expect(editor.text).toBeVisible()
})

test('lists exactly the shortcuts that the code defines in the dialog Keyboard shortcuts', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await page.keyboard.press('Control+/')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  const lines = await sheet
    .locator('.key-line')
    .evaluateAll((all) =>
      all.map((line) => [
        line.querySelector('dt')?.textContent,
        ...Array.from(line.querySelectorAll('dd'), (keys) =>
          Array.from(keys.children, (cap) => cap.textContent).join('+'),
        ),
      ]),
    )
  expect(lines).toEqual(
    shortcutSheet(true).flatMap(({ shortcuts }) =>
      shortcuts.map((shortcut) => [shortcut.name, ...keyCapsOf(shortcut, false).map((caps) => caps.join('+'))]),
    ),
  )
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(editor.text).toBeFocused()
})

test('saves a goal that the user ticks on the page of an entry', async ({ page, dashboard, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'text', time: Date.now(), goals: ['Refill reserve'] }])
  await expect(dashboard.newEntry).toBeVisible()
  await page.goto('/logs/one')
  await page.getByRole('checkbox', { name: 'Refill reserve' }).check()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Refill reserve' })).toBeChecked()
})

test('rejects a text of 200,000 bytes, keeps the text as a draft, and saves it after the user shortens it', async ({
  page,
  dashboard,
}) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('€'.repeat(66_667))
  await expect(page.getByText('16,667 characters over the limit')).toBeVisible()
  await editor.submit.click()
  await expect(editor.error).toContainText('16,667 characters over the limit of 50,000')
  await page.reload()
  await expect(editor.text).toHaveValue('€'.repeat(66_667))
  await editor.text.fill('€'.repeat(50_000))
  await editor.submit.click()
  await new Dashboard(page).showLogs()
  await expect(dashboard.cards).toHaveCount(1)
  await expect(dashboard.cards.getByText('queued')).toHaveCount(0)
})

test('keeps emoji and shows right-to-left text from right to left', async ({ page, dashboard }) => {
  const editor = new Editor(page)
  await dashboard.newEntry.waitFor()
  await editor.open()
  await editor.text.fill('שלום עולם 👩‍🚀 #יומן')
  await expect(editor.text).toHaveCSS('direction', 'rtl')
  await editor.submit.click()
  await dashboard.showLogs()
  const card = dashboard.card('שלום עולם 👩‍🚀')
  await expect(card.locator('.prose')).toHaveCSS('direction', 'rtl')
  await expect(card.getByRole('link', { name: '#יומן' })).toBeVisible()
})
