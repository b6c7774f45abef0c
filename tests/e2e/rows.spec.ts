import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

test('offers Show more for an entry whose card names a table or ends before the text', async ({
  page,
  account,
  dashboard,
}) => {
  await seed(account.uid, [
    { id: 'table', content: `| a | b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(60)}`, time: Date.now() },
    { id: 'link', content: `[site](https://example.org/${'x'.repeat(450)}) and more`, time: Date.now() - 1000 },
  ])
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.card('Table, 60 rows')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(2)
})

test('a tag in the text links to the entries with the tag, and is not repeated below the text', async ({
  page,
  account,
  dashboard,
}) => {
  await seed(account.uid, [
    { id: 'one', content: 'Filled the tank. #water', tags: ['water', 'tank'], time: Date.now() },
    { id: 'two', content: 'Nothing to report.', time: Date.now() - 1000 },
  ])
  await page.reload()
  await dashboard.showLogs()
  const card = dashboard.card('Filled the tank')
  await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['tank'])
  await card.getByRole('link', { name: '#water' }).click()
  await expect(dashboard.search).toHaveValue('tag:water')
  await expect(dashboard.cards).toHaveCount(1)
})

test('repeats a tag of a long text below the text only while the three visible lines do not show it', async ({
  page,
  account,
  dashboard,
}) => {
  const content = `${'word '.repeat(28)}#water ${'word '.repeat(40)}#tank`
  await page.setViewportSize({ width: 1440, height: 900 })
  await seed(account.uid, [{ id: 'one', content, tags: ['water', 'tank', 'lock'], time: Date.now() }])
  await page.reload()
  await dashboard.showLogs()
  const tags = dashboard.card('word').getByRole('list', { name: 'Tags' }).getByRole('listitem')
  await expect(tags).toHaveText(['tank', 'lock'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tags).toHaveText(['water', 'tank', 'lock'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(tags).toHaveText(['lock'])
})

test('names the table of a long entry, lists the tags in the table, and offers Show more only if text is hidden', async ({
  page,
  account,
  dashboard,
}) => {
  await seed(account.uid, [
    {
      id: 'table',
      content: `| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | #tank |\n\n${'word '.repeat(60)}`,
      tags: ['tank'],
      time: Date.now(),
    },
    { id: 'fits', content: 'word '.repeat(45), time: Date.now() - 1000 },
    { id: 'short', content: '- one\n- two\n- three\n- four\n- five', time: Date.now() - 2000 },
  ])
  await page.reload()
  await dashboard.showLogs()
  const showMore = page.getByRole('button', { name: 'Show more' })
  await expect(dashboard.card('Table, 2 rows').getByRole('list', { name: 'Tags' })).toHaveText('tank')
  await expect(showMore).toHaveCount(1)
  await expect(dashboard.card('five').getByText('five')).toBeInViewport()
  await showMore.click()
  await expect(dashboard.panel.getByRole('table')).toBeVisible()
})
