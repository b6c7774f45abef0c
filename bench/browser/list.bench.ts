import type { Page } from '@playwright/test'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { storedEntryCountOf, seed } from '#tests/support/stored.ts'
import { expect, signIn, test } from '#tests/support/test.ts'
import { createMemoryProbe } from '#tests/support/memory.ts'
import { recordResult } from '../results.ts'
import { quantile, generateEntries, median } from './journal.ts'
import { newPhoneContext, CPU_SLOWDOWN } from './phone.ts'

const RUNS = 3
const ENTRIES = 10_000
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

test('measures a list of ten thousand entries at four times CPU slowdown', async ({ browser }) => {
  const account = await newAccount()
  const journal = generateEntries(ENTRIES)
  await seed(account.uid, journal)
  const runs: Awaited<ReturnType<typeof measured>>[] = []
  const measured = async () => {
    const phone = await newPhoneContext(browser)
    const page = await phone.newPage()
    await signIn(page, account)
    const dashboard = new Dashboard(page)
    await expect(dashboard.count).toHaveText(String(ENTRIES), { timeout: 60_000 })
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

test('measures opening, exporting, searching and deleting a journal of ten thousand entries', async ({
  page,
  dashboard,
  account,
}) => {
  test.setTimeout(300_000)
  await seed(account.uid, generateEntries(ENTRIES))
  const reloaded = Date.now()
  await page.reload()
  await dashboard.showLogs()
  await dashboard.card('Entry 0 ').waitFor()
  recordResult('firstEntries', Date.now() - reloaded)
  await expect(dashboard.count).toHaveText(String(ENTRIES), { timeout: 60_000 })
  // The first export runs on a device without a local mirror, the second export on a device with a complete local
  // mirror.
  for (const name of ['exportAll', 'exportKnown'] as const) {
    const began = Date.now()
    const { text } = await dashboard.exportText()
    recordResult(name, Date.now() - began)
    expect(text.match(/\*\*Entry /g)).toHaveLength(ENTRIES)
  }

  await dashboard.search.fill('entry 9999')
  await expect(dashboard.card('Entry 9999')).toBeVisible({ timeout: 60_000 })
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
  await dashboard.deleteAll()
  const deleted = Date.now()
  await expect(page.getByText('All logs have been deleted.')).toBeVisible({ timeout: 120_000 })
  recordResult('deleteAll', Date.now() - deleted)
  expect(await storedEntryCountOf(account.uid)).toBe(0)
})
