import { expectWithinBudget } from '#tests/support/expectWithinBudget.ts'
import { waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { UNUSUAL_TIMES, seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'
import { createMemoryProbe } from '#tests/support/memory.ts'

const DAY = 86_400_000
const MB = 1_000_000
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `e${String(index).padStart(5, '0')}`,
    content: `**Entry ${index}** with some text that is long enough to be worth reading on a quiet evening.`,
    time: Date.now() - 1000 - index * (DAY / 40),
    tags: ['seeded'],
    goals: ['stay fast'],
  }))

test('counts ten thousand entries exactly, mounts few rows, and loads older entries on scroll', async ({
  page,
  dashboard,
  account,
}) => {
  test.setTimeout(120_000)
  await seed(account.uid, entries(10_000))
  await page.reload()
  await expect(dashboard.count).toHaveText('10000', { timeout: 30_000 })
  await dashboard.showLogs()
  await expect(dashboard.card('Entry 0 ')).toBeVisible()
  expectWithinBudget('listCards', await dashboard.cards.count())
  expectWithinBudget('listNodes', await page.evaluate(() => document.querySelectorAll('*').length))
  const { heap } = await (await createMemoryProbe(page))()
  expectWithinBudget('listHeap', heap / MB)
  for (const wanted of [100, 300, 700])
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      const shown = await dashboard.cards.locator('strong').allTextContents()
      expect(Math.max(...shown.map((text) => Number(/\d+/.exec(text)?.[0])))).toBeGreaterThan(wanted)
    }).toPass({ timeout: 30_000 })
  expectWithinBudget('listCards', await dashboard.cards.count())
})

test('counts entries without a readable time, lists them last, and exports, finds and deletes them', async ({
  page,
  dashboard,
  account,
}) => {
  const odd = [...UNUSUAL_TIMES.map((timestamp) => ({ timestamp })), { timestamp: undefined, deleted: undefined }]
  await seed(account.uid, [
    ...entries(60),
    { id: 'oldest', content: 'before all others', time: Date.parse('0001-01-01') },
    ...odd.map((fields, index) => ({ id: `odd${index}`, content: `without a time ${index}`, time: 0, fields })),
  ])
  await page.reload()
  await expect(dashboard.count).toHaveText('66')
  await dashboard.showLogs()
  const last = () => dashboard.cards.allTextContents().then((texts) => texts.slice(-6))
  await expect(async () => {
    await page.keyboard.press('End')
    expect(await last()).toEqual([
      expect.stringContaining('before all others'),
      ...[4, 3, 2, 1, 0].map((index) => expect.stringMatching(`Date unknown.*without a time ${index}`)),
    ])
  }).toPass()
  const { text } = await dashboard.exportText()
  expect(text.match(/\[Date unknown\]/g)).toHaveLength(odd.length)

  await dashboard.search.fill('without')
  await expect(dashboard.cards).toHaveCount(odd.length)
  for (const [index] of odd.entries()) {
    await dashboard.remove(dashboard.card(`without a time ${index}`))
    await expect(dashboard.card(`without a time ${index}`)).toHaveCount(0)
    await expect(dashboard.count).toHaveText(String(65 - index))
  }
})

test('opens and deletes an entry without a time that is the only entry in the journal', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, [{ id: 'odd', content: 'without a time', time: 0, fields: { timestamp: undefined } }])
  await page.reload()
  await dashboard.showLogs()
  await dashboard.card('without a time').getByRole('link', { name: 'Date unknown' }).click()
  await expect(page.getByRole('main')).toContainText('without a time')
  await expect(page).toHaveURL(/\/logs\/odd$/)
  await page.goBack()
  await dashboard.deleteAll()
  await expect(dashboard.count).toHaveText('0')
  await expect(dashboard.panel).toContainText('No operation logs found.')
})

test('shows no loading message when the list opens after its code has been preloaded', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, entries(30))
  await expect(dashboard.count).toHaveText('30')
  await waitUntilPreloaded(page)
  const loaded = await page.evaluateHandle(() => {
    const said: string[] = []
    new MutationObserver(() => said.push(...(document.body.textContent.match(/Loading[^.]*\.\.\./g) ?? []))).observe(
      document.body,
      { subtree: true, childList: true, characterData: true },
    )
    return said
  })
  await dashboard.showLogs()
  await expect(dashboard.card('Entry 0 ').locator('strong')).toBeVisible()
  expect(await loaded.evaluate((said) => said)).toEqual([])
})

test('highlights the words of the query whose results are shown, even while the user types another query', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, entries(30))
  await dashboard.showLogs()
  await dashboard.search.fill('entry')
  await expect(dashboard.card('Entry 0 ').locator('mark')).toHaveText('Entry')
  const marked = await page.evaluateHandle(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('[data-log-id]')]
      if (rows.length !== 1) return
      seen.add([...document.querySelectorAll('mark')].map((mark) => mark.textContent).join(' '))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  })
  await dashboard.search.fill('entry 7')
  await expect(page).toHaveURL(/entry\W7/)
  await expect(dashboard.cards).toHaveCount(1)
  expect(await marked.evaluate((seen) => [...seen])).toEqual(['Entry 7'])
})

test('when an entry changes on another device, only the row of this entry renders again', async ({
  page,
  dashboard,
  account,
}) => {
  const all = entries(30)
  await seed(account.uid, all)
  await dashboard.showLogs()
  await expect(dashboard.card('Entry 3 ')).toBeVisible()
  // The code of formatted text and of analysis buttons is lazy, so both appear row by row.
  for (const late of [page.locator('strong'), page.getByRole('button', { name: 'AI Analysis' })])
    await expect(dashboard.cards.filter({ hasNot: late })).toHaveCount(0)
  // Records the rows whose elements change from now on.
  const touched = await page.evaluateHandle(() => {
    const rows = new Set<string>()
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>('[data-log-id]')
        if (row?.dataset['logId']) rows.add(row.dataset['logId'])
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return rows
  })
  await seed(
    account.uid,
    all.slice(3, 4).map((entry) => ({ ...entry, content: `${entry.content} changed elsewhere` })),
  )
  await expect(dashboard.card('changed elsewhere')).toBeVisible()
  expect(await touched.evaluate((rows) => [...rows])).toEqual(['e00003'])
})

test('shows long text, goals, tags and Markdown in a row, without images or scripts', async ({
  page,
  dashboard,
  account,
}) => {
  const hostile =
    '[click](javascript:alert(1)) ![pixel](https://tracker.example/p.png) <img src=x onerror=alert(1)> <script>alert(1)</script>'
  await seed(account.uid, [
    { id: 'hostile', content: hostile, time: Date.now(), level: 'UNSET' },
    { id: 'long', content: 'word '.repeat(120), time: Date.now() - DAY, goals: ['Refill reserve'], tags: ['water'] },
  ])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await dashboard.showLogs()
  const long = dashboard.card('word word')
  await expect(long.getByText('Refill reserve')).toBeVisible()
  await expect(long.getByRole('list', { name: 'Tags' })).toContainText('water')
  const card = dashboard.card('click')
  await expect(card.getByText('UNSET')).toBeVisible()
  await expect(card.getByRole('link', { name: 'pixel' })).toHaveAttribute('rel', /noopener/)
  await expect(card.locator('img')).toHaveCount(0)
  await expect(card.locator('script')).toHaveCount(0)
  expect(await card.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).not.toContain(
    'javascript:alert(1)',
  )
  // All Markdown has been rendered, so the rows no longer move while the test clicks them.
  await long.getByRole('button', { name: 'Show more' }).click()
  await expect(long.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(asked.filter((url) => url.includes('tracker.example'))).toEqual([])
})

test('restores the scroll position of the list when the user returns from an entry', async ({
  page,
  dashboard,
  account,
}) => {
  await seed(account.uid, entries(300))
  await dashboard.showLogs()
  await expect(dashboard.card('Entry 0 ')).toBeVisible()
  const target = dashboard.card('Entry 40 ')
  await expect(async () => {
    // Scrolls by less than a screen, so that no row is skipped.
    await page.mouse.wheel(0, 400)
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass()
  await target.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Content')).toBeFocused()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(target).toBeInViewport()
})
