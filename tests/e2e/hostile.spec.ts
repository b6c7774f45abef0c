import { HOSTILE_TEXTS } from '#tests/support/hostileTexts.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

/** The number of texts in one entry. */
const TOGETHER = 20

/** A selector of the elements that Markdown may produce. Links have further checks below. */
const PLAIN =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, code, em, strong, del, u, br, hr, table, thead, tbody, tr, th, td, sup, section, a, mark, input[type=checkbox][disabled]'

test(`renders ${HOSTILE_TEXTS.length} hostile texts without running their scripts or loading their images`, async ({
  page,
  dashboard,
  account,
}) => {
  const entries = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / TOGETHER) }, (_, index) => ({
    id: `hostile-${index}`,
    content: HOSTILE_TEXTS.slice(index * TOGETHER, (index + 1) * TOGETHER).join('\n\n---\n\n'),
    time: Date.now() - index * 1000,
  }))
  await seed(account.uid, entries)
  await dashboard.newEntry.waitFor()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const { id } of entries) {
    await page.goto(`/logs/${id}`)
    const text = page.locator('.prose')
    // Until the Markdown code has loaded, the entry is shown as plain text, which has no `hr`.
    await expect(text.locator('hr').first()).toBeAttached()
    const found = await text.evaluate((root, plain) => {
      const strange = [...root.querySelectorAll('*')].filter((one) => !one.matches(plain)).map((one) => one.outerHTML)
      const handlers = [...root.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => /^on|^style$|^src/.test(name)),
      )
      const links = [...root.querySelectorAll('a')]
        .filter(({ protocol, rel }) => !/^(?:https?|mailto):$/.test(protocol) || !rel.includes('noopener'))
        .map((one) => one.outerHTML)
      return { strange, handlers, links }
    }, PLAIN)
    expect(found).toEqual({ strange: [], handlers: [], links: [] })
  }
  expect(dialogs, 'scripts that ran').toEqual([])
})
