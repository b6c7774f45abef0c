import type { Page } from '@playwright/test'
import { connectionStatus, waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { expectWithinBudget } from '#tests/support/expectWithinBudget.ts'
import { UNUSUAL_TIMES, seed, usageOf } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'
import { createMemoryProbe } from '#tests/support/memory.ts'
import { BUDGETS } from '../../bench/budgets.ts'
import { generateEntries } from '../../bench/browser/journal.ts'
import { isCountShown, isUsable, measureLoad, newPhoneContext, createSignedInState } from '../../bench/browser/phone.ts'

const ENTRIES = 1000
const HOUR_MS = 3_600_000
const TURN_MS = 150
const STEP_MS = 60_000
const SCREENS = 20

/** Waits until a user's number of reads or writes stops changing, and returns the number. */
async function settled(uid: string, kind: 'reads' | 'writes'): Promise<number> {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = (await usageOf(uid))[kind]
        const isSettled = now === before
        before = now
        return isSettled
      },
      { intervals: [3000], timeout: 60_000 },
    )
    .toBe(true)
  return before
}

/** Waits until the page shows the number of entries and is online. Returns the number of documents read so far. */
async function settledReads(page: Page, uid: string, entries: number): Promise<number> {
  await expect(new Dashboard(page).count).toHaveText(String(entries), { timeout: 30_000 })
  await expect(connectionStatus(page)).toHaveText('Online')
  return settled(uid, 'reads')
}

/** Returns the URLs of the scripts that the page has loaded. */
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((url) => url.endsWith('.js')),
  )

test('reads all entries on the first visit, only changed entries on the second visit, and nothing in an idle hour', async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(120_000)
  // The clock jumps, so the database assumes that the server did not answer in time, and logs an error.
  expectedErrors.push(/cleardot/)
  const account = await newAccount()
  await seed(
    account.uid,
    Array.from({ length: ENTRIES }, (_, index) => ({
      id: `e${index}`,
      content: `entry ${index}`,
      time: Date.now() - index * 60_000,
    })),
  )
  const reads = () => settledReads(page, account.uid, ENTRIES)
  await page.clock.install()
  await signIn(page, account)
  const first = await reads()
  expectWithinBudget('firstOpenReads', first)
  await page.reload()
  const again = await reads()
  expectWithinBudget('reopenReads', again - first)
  for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) await page.clock.fastForward(STEP_MS)
  expectWithinBudget('idleReads', (await reads()) - again)
})

test('reads only changed entries on the second visit, even if entries have very old or invalid times', async ({
  page,
}) => {
  const account = await newAccount()
  const ordinary = Array.from({ length: 300 }, (_, index) => ({ time: Date.now() - index * STEP_MS }))
  const old = ['0001-01-01', '1899-12-31', '1969-12-31', '1999-12-31'].map((day) => ({ time: Date.parse(day) }))
  const unlisted = [...UNUSUAL_TIMES.map((timestamp) => ({ timestamp })), { deleted: undefined }].map((fields) => ({
    time: Date.now(),
    fields,
  }))
  const live = [...ordinary, ...old, ...unlisted]
  const entries = [...live, { time: Date.now(), deleted: true }]
  await seed(
    account.uid,
    entries.map((entry, index) => ({ id: `e${index}`, content: `entry ${index}`, ...entry })),
  )
  await signIn(page, account)
  const first = await settledReads(page, account.uid, live.length)
  await page.reload()
  const again = await settledReads(page, account.uid, live.length)
  expect(again - first, BUDGETS.reopenReads.what).toBeLessThanOrEqual(BUDGETS.reopenReads.max)
})

test('loads all code for the first screen of the second visit during the first visit', async ({ page, account }) => {
  await seed(account.uid, [{ id: 'one', content: 'Before.', time: Date.now() }])
  await signIn(page, account)
  await waitUntilPreloaded(page)
  const loaded = new Set(await scriptsOf(page))
  await page.reload()
  await expect(new Dashboard(page).count).toHaveText('1')
  expect((await scriptsOf(page)).filter((url) => !loaded.has(url))).toEqual([])
})

test('twenty turns of the dial cause two writes (frequency and theme), and a new entry causes one write', async ({
  page,
  codec,
  dashboard,
  account,
}) => {
  await expect(connectionStatus(page)).toHaveText('Online')
  const before = await settled(account.uid, 'writes')
  // Turns the dial on a simulated clock, because the real duration of a press depends on the machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  for (let turn = 0; turn < 20; turn++) {
    await codec.dial.press('ArrowUp')
    await page.clock.runFor(TURN_MS)
  }
  await page.clock.resume()
  const tuned = await settled(account.uid, 'writes')
  expectWithinBudget('tuningWrites', tuned - before)
  await dashboard.write('one entry', 'FIELD')
  expectWithinBudget('entryWrites', (await settled(account.uid, 'writes')) - tuned)
})

test('leaves no event listener behind when screens open and close and the dial turns', async ({ page, dashboard }) => {
  test.setTimeout(120_000)
  await expect(connectionStatus(page)).toHaveText('Online')
  // Code that loads during the measurement would add its own listeners.
  await waitUntilPreloaded(page)
  const weigh = await createMemoryProbe(page)
  const listeners = async (): Promise<number> => (await weigh()).listeners
  const settings = new Settings(page)
  const round = async (turn: number) => {
    // The page writes the frequency in a transaction.
    await page.getByRole('button', { name: turn % 2 === 0 ? 'Frequency up' : 'Frequency down' }).click()
    await dashboard.newEntry.click()
    await page.getByLabel('Message').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await settings.menu.waitFor()
    await page.keyboard.press('Escape')
    await dashboard.newEntry.waitFor()
    await dashboard.viewLogs.click()
    await dashboard.viewLogs.click()
  }
  for (let warm = 0; warm < 4; warm++) await round(warm)
  const before = await listeners()
  for (let turn = 0; turn < SCREENS; turn++) await round(turn)
  // A running database request has two listeners, so the test polls until only leaked listeners are left.
  const { what, max } = BUDGETS.leftListeners
  let left = Number.NaN
  await expect.poll(async () => (left = (await listeners()) - before), what).toBeLessThanOrEqual(max)
  expectWithinBudget('leftListeners', left)
})

test('loads the login and the dashboard on a slow phone without shifting the layout', async ({ browser }) => {
  test.setTimeout(120_000)
  const account = await newAccount()
  await seed(account.uid, generateEntries(200))
  for (const [gate, where, ready, storageState] of [
    ['loginCls', '/login', isUsable, undefined],
    ['dashboardCls', '/', isCountShown, await createSignedInState(browser, account)],
  ] as const) {
    const phone = await newPhoneContext(browser, storageState && { storageState })
    expectWithinBudget(gate, (await measureLoad(await phone.newPage(), `${appUrl()}${where}`, ready)).cls)
    await phone.close()
  }
})
