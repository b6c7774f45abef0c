import { seed, storedEntry } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const entry = (id: string, content: string, tags: readonly string[]) => ({ id, content, tags, time: Date.now() })

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    test('merges and removes a tag in all entries, and undoes each change', async ({ page, dashboard, account }) => {
      await seed(account.uid, [
        entry('a', 'by the #canal', ['canal', 'walk']),
        entry('b', 'no word of it', ['Canal']),
        entry('c', 'wet', ['river']),
      ])
      await page.reload()
      await dashboard.panel.getByRole('button', { name: 'Tags' }).click()
      const tags = page.getByRole('list', { name: 'All tags' })
      const lines = () =>
        tags
          .getByRole('listitem')
          .allInnerTexts()
          .then((all) => all.map((one) => one.replace(/\s+/g, ' ').trim()))
      await expect.poll(lines).toEqual(['canal 2', 'river 1', 'walk 1'])
      const stored = (id: string) => expect.poll(() => storedEntry(account.uid, id))

      await tags.getByRole('button', { name: 'Rename canal' }).click()
      const dialog = page.getByRole('dialog', { name: 'Rename #canal' })
      await dialog.getByLabel('New name').fill('river')
      await expect(dialog).toContainText('#river already exists in 1 entry. The two tags will be merged.')
      await dialog.getByRole('button', { name: 'Merge' }).click()
      await expect.poll(lines).toEqual(['river 3', 'walk 1'])
      await stored('a').toMatchObject({ content: 'by the #river', tags: ['river', 'walk'] })

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(lines).toEqual(['canal 2', 'river 1', 'walk 1'])
      await stored('a').toMatchObject({ content: 'by the #canal', tags: ['canal', 'walk'] })
      await stored('b').toMatchObject({ tags: ['Canal'] })

      await tags.getByRole('button', { name: 'Remove canal from all entries' }).click()
      const removed = page.getByText('Removed #canal from 2 entries')
      await expect(removed).toBeVisible()
      await expect.poll(lines).toEqual(['river 1', 'walk 1'])
      await stored('a').toMatchObject({ content: 'by the canal', tags: ['walk'] })

      await removed.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(lines).toEqual(['canal 2', 'river 1', 'walk 1'])
      await stored('a').toMatchObject({ content: 'by the #canal', tags: ['canal', 'walk'] })

      await tags.getByRole('button', { name: /^#\s*walk$/ }).click()
      await expect(dashboard.search).toHaveValue('tag:walk')
      await expect(dashboard.cards).toHaveCount(1)
    })
  })

test('finds the entries of a tag with special characters when the user selects the tag', async ({
  page,
  dashboard,
  account,
}) => {
  const odd = ['said "yes"', '#pier', 'a:b (c)', String.raw`back\slash`, '🎉']
  await seed(account.uid, [
    ...odd.map((tag, index) => entry(`odd${index}`, `Entry ${index}`, [tag])),
    entry('other', 'Another one', ['yes', 'pier', 'a', 'back']),
  ])
  await page.reload()
  for (const [index, tag] of odd.entries()) {
    await dashboard.panel.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('list', { name: 'All tags' }).getByText(tag, { exact: true }).click()
    await expect(dashboard.cards).toHaveCount(1)
    await dashboard.search.fill('entry')
    await expect(page).toHaveURL(/q=entry/)
    await expect(dashboard.cards).toHaveCount(odd.length)
    await dashboard.card(`Entry ${index}`).getByText(tag, { exact: true }).click()
    await expect(dashboard.cards).toHaveCount(1)
    await expect(dashboard.card(`Entry ${index}`)).toBeVisible()
  }
})

test('renames a tag in the text, but not in links or code', async ({ page, dashboard, account }) => {
  await seed(account.uid, [entry('a', '[Jump](#canal) `#canal` #canal', ['canal'])])
  await page.reload()
  await dashboard.panel.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('button', { name: 'Rename canal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename #canal' })
  await dialog.getByLabel('New name').fill('river')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('#canal is now #river in 1 entry')).toBeVisible()
  expect(await storedEntry(account.uid, 'a')).toMatchObject({
    content: '[Jump](#canal) `#canal` #river',
    tags: ['river'],
  })
})

test('reports an interrupted renaming of a tag, and undoes the part that was completed', async ({
  page,
  dashboard,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await seed(
    account.uid,
    Array.from({ length: 150 }, (_, index) => entry(`e${index}`, `Patrol ${index}`, ['canal'])),
  )
  await page.reload()
  await dashboard.panel.getByRole('button', { name: 'Tags' }).click()
  const tags = page.getByRole('list', { name: 'All tags' })
  await expect(tags).toContainText('150')
  let commits = 0
  await page.route('**/documents:commit*', (route) => (++commits === 1 ? route.continue() : route.abort()))
  await tags.getByRole('button', { name: 'Rename canal' }).click()
  await page.getByRole('dialog').getByLabel('New name').fill('river')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('The tag change was interrupted.')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('#canal is now #river in 100 entries')).toBeVisible()
  await page.unroute('**/documents:commit*')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tags).toHaveText(/canal\s*150/)
})
