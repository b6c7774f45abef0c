import type { Page } from '@playwright/test'
import { goOffline } from '#tests/support/pages/connection.ts'
import { Codec } from '#tests/support/pages/codec.ts'
import type { Dashboard } from '#tests/support/pages/dashboard.ts'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { BUDGETS } from '../../bench/budgets.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const DAY_MS = 86_400_000
/** A codec in its compact form has at most this height in px. */
const MAX_COMPACT_PX = 88

/** The smallest share of the screen that shows the user's own entries while the list is open. */
const SHARES = [
  { width: 1440, height: 900, share: 0.6 },
  { width: 1024, height: 768, share: 0.45 },
  { width: 390, height: 844, share: 0.45 },
  { width: 720, height: 450, share: 0.2 },
  { width: 1920, height: 1080, share: 0.68 },
] as const

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `entry-${index}`,
    content: `Walked the towpath, lock ${index + 1}.`,
    time: Date.now() - Math.floor(index / 2) * DAY_MS - (index % 2) * 1000,
  }))

async function openList(page: Page, uid: string, dashboard: Dashboard): Promise<void> {
  await seed(uid, entries(30))
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.card('lock 1.')).toBeVisible()
}

for (const { width, height, share } of SHARES)
  test(`shows entries in at least ${share * 100} % of a screen of ${width} × ${height} px`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize({ width, height })
    await openList(page, account.uid, dashboard)
    const player = page.getByRole('region', { name: 'Radio', exact: true })
    const firstRow = page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').first()
    const own = async () => {
      const [row, bar] = [await boundingBoxOf(firstRow), await boundingBoxOf(player)]
      return (bar.y - row.y) / height
    }
    await expect.poll(own).toBeGreaterThanOrEqual(share)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

test('makes the codec compact while the list is open, with all of its controls', async ({
  page,
  account,
  dashboard,
}) => {
  const codec = new Codec(page)
  const panel = page.getByRole('region', { name: /operations log/i })
  const height = async () => (await boundingBoxOf(panel)).height
  expect(await height()).toBeGreaterThan(2 * MAX_COMPACT_PX)
  await codec.dial.focus()
  await openList(page, account.uid, dashboard)
  await expect.poll(height).toBeLessThanOrEqual(MAX_COMPACT_PX)
  for (const control of [codec.up, codec.down, codec.mode, codec.louder, codec.softer, codec.transmit, codec.dial])
    await expect(control).toBeInViewport()
  await codec.up.click()
  await expect.poll(() => codec.frequency()).toBe(112.9)
  await expect(panel.getByText('Interference')).toBeInViewport()
})

test('keeps the codec large after a press on its pin, also after a reload', async ({ page, account, dashboard }) => {
  await openList(page, account.uid, dashboard)
  const panel = page.getByRole('region', { name: /operations log/i })
  const height = async () => (await boundingBoxOf(panel)).height
  await page.getByRole('button', { name: 'Keep the codec large' }).click()
  await expect.poll(height).toBeGreaterThan(2 * MAX_COMPACT_PX)
  await page.reload()
  await expect(dashboard.card('lock 1.')).toBeVisible()
  expect(await height()).toBeGreaterThan(2 * MAX_COMPACT_PX)
})

test('opens the list again after a reload, without a press on View Logs', async ({ page, account, dashboard }) => {
  await openList(page, account.uid, dashboard)
  await page.reload()
  await expect(dashboard.card('lock 1.')).toBeVisible()
  await expect(dashboard.viewLogs).toHaveAttribute('aria-pressed', 'true')
})

test('View Logs opens the list from another view, and then hides it', async ({ page, account, dashboard }) => {
  await openList(page, account.uid, dashboard)
  await dashboard.panel.getByRole('button', { name: 'Tags', exact: true }).click()
  await expect(dashboard.viewLogs).toHaveAttribute('aria-pressed', 'false')
  await dashboard.viewLogs.click()
  await expect(dashboard.card('lock 1.')).toBeVisible()
  await expect(dashboard.viewLogs).toHaveAttribute('aria-pressed', 'true')
  await dashboard.viewLogs.click()
  await expect(dashboard.cards).toHaveCount(0)
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`moves nothing on a screen of ${viewport.width} px when the page loads with the open list`, async ({
    page,
    account,
    dashboard,
  }) => {
    await page.setViewportSize(viewport)
    await openList(page, account.uid, dashboard)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) shifts.push(Number(Reflect.get(shift, 'value')))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await expect(dashboard.card('lock 1.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Radio', exact: true })).toBeVisible()
    const shifts = await page.evaluate((): unknown => Reflect.get(window, 'shifts'))
    const sum = Array.isArray(shifts) ? shifts.reduce<number>((total, shift) => total + Number(shift), 0) : 1
    expect(sum).toBeLessThanOrEqual(BUDGETS.dashboardCls.max)
  })

test('shows a new entry at the top of the list after Submit, even after the user filtered and scrolled the list', async ({
  page,
  account,
  dashboard,
}) => {
  await openList(page, account.uid, dashboard)
  await dashboard.weeks
    .getByRole('button', { name: /^2 entries/ })
    .first()
    .click()
  await expect(dashboard.cards).toHaveCount(2)
  await page.keyboard.press('l')
  await dashboard.write('Repaired the gate.', 'FIELD')
  await expect(dashboard.card('Repaired the gate.')).toBeInViewport()
  await page.mouse.wheel(0, 2000)
  await expect(dashboard.card('Repaired the gate.')).not.toBeInViewport()
  await page.keyboard.press('l')
  await expect(dashboard.cards).toHaveCount(0)
  await dashboard.write('Painted the gate.', 'FIELD')
  await expect(dashboard.card('Painted the gate.')).toBeInViewport()
})

test('lights a new entry, and lands its stamp when the server has confirmed the entry', async ({
  page,
  dashboard,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await dashboard.newEntry.waitFor()
  await page.evaluate(() => {
    const animated: string[] = []
    Object.assign(window, { animated })
    const { animate } = Element.prototype
    Element.prototype.animate = function (...parameters) {
      animated.push(this.className)
      return animate.apply(this, parameters)
    }
    // The light does not end by itself during the test.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.log-row[data-new] { animation-duration: 1000s !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const landings = () =>
    page.evaluate(() => {
      const animated: unknown = Reflect.get(window, 'animated')
      return Array.isArray(animated) ? animated.filter((name) => String(name).includes('stamp')).length : -1
    })
  await goOffline(context)
  await dashboard.write('Repaired the gate.', 'FIELD')
  const row = dashboard.card('Repaired the gate.')
  await expect(row).toContainText('queued')
  await expect(row).toHaveAttribute('data-new')
  expect(await landings()).toBe(0)
  await context.setOffline(false)
  await expect(row).not.toContainText('queued')
  await expect.poll(landings).toBe(1)
  await row.evaluate((element) =>
    element.dispatchEvent(new AnimationEvent('animationend', { animationName: 'log-lit', bubbles: true })),
  )
  await expect(row).not.toHaveAttribute('data-new')
})

test('groups the rows by day, and keeps the day of the first visible row in sight', async ({
  page,
  account,
  dashboard,
}) => {
  const noon = Date.UTC(2026, 9, 10, 12)
  await seed(
    account.uid,
    Array.from({ length: 30 }, (_, index) => ({ id: `one-${index}`, content: `Lap ${index}.`, time: noon - index })),
  )
  await page.reload()
  await dashboard.showLogs()
  await expect(dashboard.panel.getByRole('heading', { level: 3, name: 'Sat 10 Oct 2026, 30 entries' })).toBeInViewport()
  const day = page.locator('.log-days .log-day')
  const distanceBelowTools = async () => {
    const tools = await boundingBoxOf(page.locator('.list-tools'))
    return (await boundingBoxOf(day)).y - tools.y - tools.height
  }
  for (const distance of [400, 40]) {
    await page.mouse.wheel(0, distance)
    await expect.poll(distanceBelowTools).toBeCloseTo(0, 0)
  }
})

test('moves through the rows with J and K without hiding the row behind the bars', async ({
  page,
  account,
  dashboard,
}) => {
  await openList(page, account.uid, dashboard)
  const player = page.getByRole('region', { name: 'Radio', exact: true })
  const bars = async () => {
    const tools = await boundingBoxOf(page.locator('.list-tools'))
    return { top: tools.y + tools.height, bottom: (await boundingBoxOf(player)).y }
  }
  const focusedRow = page.locator('.log-row:focus')
  for (let step = 0; step < 12; step++) await page.keyboard.press('j')
  await expect(dashboard.card('lock 12.')).toBeFocused()
  await expect.poll(async () => (await boundingBoxOf(focusedRow)).y + 40 < (await bars()).bottom).toBe(true)
  for (let step = 0; step < 9; step++) await page.keyboard.press('k')
  await expect(dashboard.card('lock 3.')).toBeFocused()
  await expect.poll(async () => (await boundingBoxOf(focusedRow)).y >= (await bars()).top).toBe(true)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })

  test('shows the entry that the arrow keys reach beside the list, and keeps it when a newer entry arrives', async ({
    page,
    account,
    dashboard,
  }) => {
    await openList(page, account.uid, dashboard)
    const pane = page.getByRole('complementary', { name: 'Chosen entry' })
    await expect(pane).toContainText('lock 1.')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(pane).toContainText('lock 4.')
    await page.keyboard.press('ArrowUp')
    await expect(pane).toContainText('lock 3.')
    await pane.getByRole('button', { name: '+ tag' }).click()
    await page.keyboard.type('half')
    await seed(account.uid, [{ id: 'newer', content: 'From another device.', time: Date.now() + 1000 }])
    await expect(dashboard.card('From another device.')).toBeVisible()
    await page.keyboard.type('way')
    await page.keyboard.press('Enter')
    await expect(pane.getByRole('link', { name: 'halfway' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('filters the list by a week', async ({ page, account, dashboard }) => {
    await openList(page, account.uid, dashboard)
    await page.getByRole('button', { name: 'Filters' }).click()
    const weeks = page.getByRole('group', { name: 'Entries by week' }).getByRole('button')
    await expect(weeks).toHaveCount(12)
    expect((await boundingBoxOf(weeks.first())).width).toBeGreaterThanOrEqual(24)
    await weeks.last().click()
    await expect(dashboard.panel.getByRole('status').filter({ hasText: 'in the week of' })).toBeVisible()
    await page.getByRole('button', { name: 'Previous week' }).click()
    await expect(weeks.nth(10)).toHaveAttribute('aria-pressed', 'true')
  })
})
