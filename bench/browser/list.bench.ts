import { setTimeout as delay } from 'node:timers/promises'
import { errors, type Page } from '@playwright/test'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { newAccount, type Account } from '#tests/support/accounts.ts'
import { storedEntryCountOf, seed, usageOf } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'
import { createMemoryProbe } from '#tests/support/memory.ts'
import { formatCount, journalEntries } from '../journalSize.ts'
import { recordResult } from '../results.ts'
import { quantile, generateEntries, median } from './journal.ts'
import { createSignedInState, isJournalComplete, newDeviceContext, newPhoneContext, CPU_SLOWDOWN } from './phone.ts'

const RUNS = 3
const ENTRIES = journalEntries()
/** The time limit of one benchmark in milliseconds. It is long enough for 100,000 entries on a slow machine. */
const BENCHMARK_TIMEOUT_MS = 1_800_000
/** The longest time in milliseconds until the number of entries is shown. Counting 100,000 entries needs 400 queries. */
const COUNT_TIMEOUT_MS = 180_000
/** An action that takes longer than this time in milliseconds is reported as not done. */
const ACTION_TIMEOUT_MS = 300_000
/** The time in milliseconds between two checks of the journal on the device. */
const POLL_MS = 100
const SCROLLED_MS = 4000
const PIXELS_PER_SECOND = 3000
const FRAME_MS = 1000 / 60
const MB = 1_000_000
/**
 * The time in milliseconds after a button press during which long tasks are measured. Later tasks have another cause.
 */
const WATCHED_MS = 2000
/**
 * If the visible results have not changed within this time in milliseconds after a keystroke, the benchmark assumes
 * that the keystroke changes no result. A search takes less time.
 */
const NO_CHANGE_TIMEOUT_MS = 2000

const journal = generateEntries(ENTRIES)

let seeded: Promise<Account> | undefined
/** Returns an account whose journal has all entries. Several benchmarks use this account, because seeding takes long. */
const seededAccount = (): Promise<Account> => (seeded ??= seedAccount())

async function seedAccount(): Promise<Account> {
  const account = await newAccount()
  await seed(account.uid, journal)
  return account
}

test('measures a list of many entries at four times CPU slowdown', async ({ browser }) => {
  test.setTimeout(BENCHMARK_TIMEOUT_MS)
  const account = await seededAccount()
  const runs: Awaited<ReturnType<typeof measured>>[] = []
  const measured = async () => {
    const phone = await newPhoneContext(browser)
    const page = await phone.newPage()
    await signIn(page, account)
    const dashboard = new Dashboard(page)
    await expect(dashboard.count).toHaveText(String(ENTRIES), { timeout: COUNT_TIMEOUT_MS })
    await waitUntilPreloaded(page)
    const weigh = await createMemoryProbe(page)
    const devtools = await phone.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const long = await page.evaluateHandle(() => {
      const tasks: number[] = []
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({
        type: 'longtask',
      })
      return tasks
    })
    const firstCard = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const began = performance.now()
          const look = () =>
            document.querySelector('[data-log-id]') === null
              ? requestAnimationFrame(look)
              : resolve(performance.now() - began)
          document.querySelector<HTMLElement>('.dock [aria-pressed]')?.click()
          requestAnimationFrame(look)
        }),
    )
    await page.waitForTimeout(WATCHED_MS)
    const longest = Math.max(0, ...(await long.evaluate((tasks) => tasks)))
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    const cards = await dashboard.cards.count()
    const { heap } = await weigh()
    const frames = await measureScrollFrames(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await dashboard.card('Entry 0 ').waitFor()
    await long.evaluate((tasks) => (tasks.length = 0))
    const before = await metric('ScriptDuration')
    await seed(
      account.uid,
      journal.slice(3, 4).map((one) => ({ ...one, content: `${one.content} changed ${Math.random()}` })),
    )
    await dashboard.card('changed').waitFor()
    const edit = ((await metric('ScriptDuration')) - before) * 1000
    // Measures how many frames this machine drops on an empty page.
    await page.goto('about:blank')
    await page.setContent('<div style="height:200000px;background:linear-gradient(red,blue)"></div>')
    const baseline = droppedPercent(await measureScrollFrames(page))
    await phone.close()
    const dropped = droppedPercent(frames)
    return { firstCard, longest, nodes, cards, heap: heap / MB, dropped, baseline, worst: Math.max(...frames), edit }

    async function metric(wanted: string): Promise<number> {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    }
  }
  for (let run = 0; run < RUNS; run++) runs.push(await measured())
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  recordResult(
    'firstCard',
    of(({ firstCard }) => firstCard),
  )
  recordResult(
    'listLongest',
    of(({ longest }) => longest),
  )
  recordResult(
    'listNodes',
    quantile(
      runs.map(({ nodes }) => nodes),
      1,
    ),
  )
  recordResult(
    'listCards',
    quantile(
      runs.map(({ cards }) => cards),
      1,
    ),
  )
  recordResult(
    'listHeap',
    of(({ heap }) => heap),
  )
  recordResult(
    'listDropped',
    of(({ dropped }) => dropped),
  )
  recordResult(
    'baselineDropped',
    of(({ baseline }) => baseline),
  )
  recordResult(
    'listWorstFrame',
    of(({ worst }) => worst),
  )
  recordResult(
    'listEdit',
    of(({ edit }) => edit),
  )
})

/** Returns the duration of each frame in milliseconds while a script scrolls the page. */
const measureScrollFrames = (page: Page): Promise<readonly number[]> =>
  page.evaluate(
    ({ lasts, speed }) =>
      new Promise<number[]>((resolve) => {
        const taken: number[] = []
        const began = performance.now()
        let last = began
        const step = (now: number) => {
          if (now > began) taken.push(now - last)
          last = now
          window.scrollTo(0, ((now - began) / 1000) * speed)
          if (now - began < lasts) requestAnimationFrame(step)
          else resolve(taken)
        }
        requestAnimationFrame(step)
      }),
    { lasts: SCROLLED_MS, speed: PIXELS_PER_SECOND },
  )

/** Returns the percentage of frames that the browser has dropped, at 60 frames per second. */
function droppedPercent(frames: readonly number[]): number {
  const slots = Math.round(frames.reduce((sum, took) => sum + took, 0) / FRAME_MS)
  return (Math.max(0, slots - frames.length) / slots) * 100
}

test('measures a device without a journal: its first rows, its journal and an export', async ({ browser }) => {
  test.setTimeout(BENCHMARK_TIMEOUT_MS)
  const account = await seededAccount()
  const storageState = await createSignedInState(browser, account)
  for (const action of ['fill the journal', 'export'] as const) {
    const device = await newDeviceContext(browser, { storageState })
    const page = await device.newPage()
    const dashboard = new Dashboard(page)
    const { reads } = await usageOf(account.uid)
    const readSoFar = async () => (await usageOf(account.uid)).reads - reads
    const isComplete = () => page.evaluate(isJournalComplete, account.uid)
    const opened = Date.now()
    await page.goto(`${appUrl()}/`, { waitUntil: 'commit' })
    await dashboard.showLogs()
    await dashboard.card('Entry 0 ').waitFor()
    const shown = Date.now() - opened
    if (action === 'fill the journal') {
      recordResult('newDeviceRows', shown)
      const took = await timeUntil(isComplete)
      recordResult('newDeviceComplete', took === null ? null : shown + took)
      if (took !== null) recordResult('newDeviceReads', await readSoFar())
    } else {
      // Only an export that starts before the journal is complete has to read the journal from the server.
      expect(await isComplete()).toBe(false)
      const took = await timeOfExport(dashboard)
      recordResult('exportNewDevice', took)
      if (took !== null) recordResult('exportNewDeviceReads', await readSoFar())
    }
    await device.close()
  }
})

test('measures opening, exporting, searching and deleting a journal of many entries', async ({
  page,
  dashboard,
  account,
}) => {
  test.setTimeout(BENCHMARK_TIMEOUT_MS)
  await seed(account.uid, journal)
  const reloaded = Date.now()
  await page.reload()
  await dashboard.showLogs()
  await dashboard.card('Entry 0 ').waitFor()
  recordResult('firstEntries', Date.now() - reloaded)
  await expect(dashboard.count).toHaveText(String(ENTRIES), { timeout: COUNT_TIMEOUT_MS })
  // The device was already synced when the journal was empty. The first export waits until the sync has read
  // all entries. The second export runs on a device with a complete journal.
  for (const name of ['exportAll', 'exportKnown'] as const) recordResult(name, await timeOfExport(dashboard))

  await dashboard.search.fill(`entry ${ENTRIES - 1}`)
  await expect(dashboard.card(`Entry ${ENTRIES - 1}`)).toBeVisible({ timeout: 60_000 })
  await dashboard.search.fill('')
  const taken: number[] = []
  for (const letter of 'boiler valve') {
    // `shown` resolves with null if the keystroke changes no visible result.
    const shown = page.evaluate(
      (waited) =>
        new Promise<number | null>((resolve) => {
          let pressed = 0
          setTimeout(() => resolve(null), waited)
          document.addEventListener('keydown', () => (pressed = performance.now()), { once: true, capture: true })
          const watcher = new MutationObserver(() => {
            if (pressed === 0) return
            watcher.disconnect()
            requestAnimationFrame(() => resolve(performance.now() - pressed))
          })
          watcher.observe(document.querySelector('[aria-labelledby=panel-operation-logs]') ?? document.body, {
            subtree: true,
            childList: true,
            characterData: true,
          })
        }),
      NO_CHANGE_TIMEOUT_MS,
    )
    await dashboard.search.press(letter === ' ' ? 'Space' : letter)
    const took = await shown
    if (took !== null) taken.push(took)
  }
  recordResult('searchKeystroke', median(taken))

  await dashboard.search.fill('')
  const before = await usageOf(account.uid)
  await dashboard.deleteAll()
  const took = await timeOf(page.getByText('All logs have been deleted.').waitFor({ timeout: ACTION_TIMEOUT_MS }))
  const after = await usageOf(account.uid)
  const left = await storedEntryCountOf(account.uid)
  const reads = after.reads - before.reads
  const writes = after.writes - before.writes
  recordResult('deleteAll', took)
  if (took === null) {
    const usage = `${formatCount(reads)} reads and ${formatCount(writes)} writes`
    console.log(
      `Delete All was stopped after ${usage}. ${formatCount(left)} of ${formatCount(ENTRIES)} entries are left.`,
    )
    return
  }
  recordResult('deleteAllReads', reads)
  recordResult('deleteAllWrites', writes)
  expect(left).toBe(0)
})

/** Exports all entries. Returns the time until the file is saved in milliseconds, or null if it was not done. */
async function timeOfExport(dashboard: Dashboard): Promise<number | null> {
  let exported = ''
  const exporting = dashboard.exportText(ACTION_TIMEOUT_MS).then(({ text }) => (exported = text))
  const took = await timeOf(exporting)
  if (took !== null) expect(exported.match(/\*\*Entry /g)?.length).toBe(ENTRIES)
  return took
}

/** Returns the time of a running action in milliseconds, or null if the action has reached its timeout. */
async function timeOf(action: Promise<unknown>): Promise<number | null> {
  const began = Date.now()
  try {
    await action
    return Date.now() - began
  } catch (error) {
    if (error instanceof errors.TimeoutError) return null
    throw error
  }
}

/** Returns the time until a condition is true in milliseconds, or null if it was not true in time. */
async function timeUntil(isTrue: () => Promise<boolean>): Promise<number | null> {
  const began = Date.now()
  while (Date.now() - began < ACTION_TIMEOUT_MS) {
    if (await isTrue()) return Date.now() - began
    await delay(POLL_MS)
  }
  return null
}
