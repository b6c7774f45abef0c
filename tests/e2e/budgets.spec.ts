import type { Page } from '@playwright/test'
import { link } from '#tests/support/pages/link.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { app, expect, newAccount, seed, signIn, test, usageOf } from '#tests/support/test.ts'
import { BUDGETS } from '../../bench/budgets.ts'
import { record } from '../../bench/figures.ts'

/* What does not depend on the machine is held here; `npm run bench` prints the same figures beside the others. */

type Held =
  | 'loginRequests'
  | 'dashboardRequests'
  | 'leftListeners'
  | 'tuningWrites'
  | 'entryWrites'
  | 'firstOpenReads'
  | 'reopenReads'
  | 'idleReads'

function hold(name: Held, value: number): void {
  record(name, value)
  const { what, most } = BUDGETS[name]
  expect(value, what).toBeLessThanOrEqual(most)
}

const ENTRIES = 1000
const HOUR_MS = 3_600_000
const STEP_MS = 60_000
const SCREENS = 20

/** How many requests this origin and the backend have had when something is true in the page. */
async function requestsUntil(page: Page, address: string, ready: () => boolean): Promise<number> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(request.url())
  })
  // Asked at every frame, so that nothing that follows is counted.
  const counted = new Promise<number>((resolve) => void page.exposeFunction('isReady', () => resolve(asked.length)))
  await page.addInitScript(`(${watchFor.toString()})(${ready.toString()})`)
  await page.goto(address)
  return counted
}

/** Runs in the page. */
function watchFor(ready: () => boolean): void {
  const look = () => {
    if (!ready()) return void requestAnimationFrame(look)
    if ('isReady' in window && typeof window.isReady === 'function') window.isReady()
  }
  look()
}

test('a login takes few requests', async ({ page }) => {
  hold('loginRequests', await requestsUntil(page, '/login', () => performance.getEntriesByName('usable').length > 0))
})

test('a dashboard takes few requests until its entries show', async ({ page, account, browser }) => {
  await seed(account.uid, [{ id: 'one', content: 'one', time: Date.now() }])
  await signIn(page, account)
  await new Dashboard(page).count.waitFor()
  const { cookies, origins } = await page.context().storageState({ indexedDB: true })
  const context = await browser.newContext({ baseURL: app(), storageState: { cookies, origins } })
  const shows = () => document.querySelector('[data-testid=log-count]') !== null
  hold('dashboardRequests', await requestsUntil(await context.newPage(), '/', shows))
  await context.close()
})

test('opening reads each entry once, opening again what has changed, and an hour in which nothing happens nothing', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const account = await newAccount()
  await seed(
    account.uid,
    Array.from({ length: ENTRIES }, (_, index) => ({
      id: `e${index}`,
      content: `entry ${index}`,
      time: Date.now() - index * 60_000,
    })),
  )
  const dashboard = new Dashboard(page)
  /** Documents read until the device holds everything and nothing more is asked. */
  const settledReads = async (): Promise<number> => {
    await expect(dashboard.count).toHaveText(String(ENTRIES), { timeout: 30_000 })
    await expect(link(page)).toHaveText('Online')
    let before = -1
    await expect
      .poll(
        async () => {
          const { reads } = await usageOf(account.uid)
          const isSettled = reads === before
          before = reads
          return isSettled
        },
        { intervals: [3000], timeout: 60_000 },
      )
      .toBe(true)
    return before
  }
  await page.clock.install()
  await signIn(page, account)
  const first = await settledReads()
  hold('firstOpenReads', first)
  await page.reload()
  const again = await settledReads()
  hold('reopenReads', again - first)
  for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) await page.clock.fastForward(STEP_MS)
  hold('idleReads', (await settledReads()) - again)
})

test('turning the dial and writing an entry are one write each', async ({ page, codec, dashboard, account }) => {
  await expect(link(page)).toHaveText('Online')
  const before = await usageOf(account.uid)
  for (let turn = 0; turn < 20; turn++) await codec.dial.press('ArrowUp')
  await expect.poll(async () => (await usageOf(account.uid)).writes).toBeGreaterThan(before.writes)
  await expect(link(page)).toHaveText('Online')
  const tuned = await usageOf(account.uid)
  hold('tuningWrites', tuned.writes - before.writes)
  await dashboard.write('one entry', 'FIELD')
  await dashboard.showLogs()
  await expect(dashboard.card('one entry').getByText('queued')).toHaveCount(0)
  hold('entryWrites', (await usageOf(account.uid)).writes - tuned.writes)
})

test('screens that are opened and closed leave no listener behind', async ({ page, dashboard }) => {
  test.setTimeout(120_000)
  await expect(link(page)).toHaveText('Online')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const listeners = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN
  }
  const round = async () => {
    await dashboard.newEntry.click()
    await page.getByLabel('Message').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await page.getByRole('tablist').waitFor()
    await page.keyboard.press('Escape')
    await dashboard.newEntry.waitFor()
    await dashboard.viewLogs.click()
    await dashboard.viewLogs.click()
  }
  for (let warm = 0; warm < 3; warm++) await round()
  const before = await listeners()
  for (let turn = 0; turn < SCREENS; turn++) await round()
  hold('leftListeners', (await listeners()) - before)
})
