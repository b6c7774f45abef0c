import type { Page } from '@playwright/test'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, test } from '#tests/support/test.ts'

const NOON = Date.UTC(2026, 2, 1, 11)

const JOURNAL = [
  { id: 'late', content: '# Heading\n\nLater, **in bold**', time: NOON + 3_600_000, level: 'ALERT', tags: ['water'] },
  { id: 'early', content: 'Earlier', time: NOON, goals: ['[x] sleep', 'eat'], tags: ['water', 'camp'] },
  { id: 'other', content: 'Something else', time: NOON - 86_400_000 * 3 },
]

test.beforeEach(async ({ page, account, context }) => {
  await seed(account.uid, JOURNAL)
  // A test cannot read the browser's print dialog, so a stub of `window.print` records the number of printed entries.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = String(document.querySelectorAll('.paper-entry').length)
    }
  })
  await page.emulateMedia({ media: 'screen' })
})

/** Waits until the app prints, and returns the printed content. */
async function onPaper(page: Page, count: number) {
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(count))
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.paper')
  await expect(paper).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  return {
    heading: paper.getByRole('heading', { level: 1 }).first(),
    entries: paper.locator('.paper-entry'),
    async done() {
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
      await expect(paper).toHaveCount(0)
    },
  }
}

test('prints a single entry with its time, level, formatted text and tags', async ({ page, dashboard }) => {
  await dashboard.newEntry.waitFor()
  await page.goto('/logs/late')
  await page.getByRole('button', { name: 'Print' }).click()
  const { entries, done } = await onPaper(page, 1)
  await expect(entries).toContainText('1 Mar 2026 13:00')
  await expect(entries).toContainText('ALERT')
  await expect(entries.getByRole('heading', { name: 'Heading' })).toBeVisible()
  await expect(entries.locator('strong')).toHaveText('in bold')
  await expect(entries).toContainText('#water')
  await expect(page).toHaveTitle('SITREP log 2026-03-01')
  await done()
  await expect(page).toHaveTitle(/^Log entry/)
})

test("hides the controls on the page of an entry when the user prints with the browser's own command", async ({
  page,
  dashboard,
}) => {
  await dashboard.newEntry.waitFor()
  await page.goto('/logs/late')
  const heading = page.getByRole('heading', { name: 'Heading' })
  await expect(heading).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('prints the entries of a search, of a day, or of the whole journal', async ({ page, dashboard }) => {
  await dashboard.newEntry.waitFor()
  await page.goto('/?q=tag:water')
  await page.getByRole('button', { name: 'Print' }).click()
  const found = await onPaper(page, 2)
  await expect(found.heading).toHaveText('tag:water')
  await expect(found.entries).toHaveText([/Earlier.*☑ sleep.*☐ eat.*#water #camp/s, /Later/])
  await found.done()

  await page.goto('/')
  const list = new Dashboard(page)
  await list.showLogs()
  await list.card('Something else').waitFor()
  await new Palette(page).run(':goto 2026-03-01')
  await page.getByRole('button', { name: 'Print' }).click()
  const ofDay = await onPaper(page, 2)
  await expect(ofDay.heading).toHaveText('1 Mar 2026')
  await expect(ofDay.entries).toHaveText([/Earlier/, /Later/])
  await ofDay.done()

  await page.goto('/?view=archive')
  await page.getByRole('button', { name: 'Print' }).click()
  const whole = await onPaper(page, 3)
  await expect(whole.heading).toHaveText('Operation Logs')
  await expect(whole.entries).toHaveText([/Something else/, /Earlier/, /Later/])
  await whole.done()
})

test('waits until the last of many entries is laid out before printing', async ({ page, dashboard, account }) => {
  await seed(
    account.uid,
    Array.from({ length: 300 }, (_, index) => ({ id: `m${index}`, content: `- many ${index}`, time: NOON + index })),
  )
  await dashboard.newEntry.waitFor()
  await page.goto('/?view=archive')
  await page.getByRole('button', { name: 'Print' }).click()
  await onPaper(page, 303)
})
