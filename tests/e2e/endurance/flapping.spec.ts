import type { Page } from '@playwright/test'
import * as z from 'zod'
import { browserWith } from '#tests/support/browser.ts'
import { long, IS_LONG, random } from '#tests/support/lengths.ts'
import { goOffline, link, preloaded } from '#tests/support/pages/link.ts'
import { contentsOf, seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

const MINUTE_MS = 60_000
const MINUTES = long(0.4, 30)
const MAX_GROWTH = 0.1
/** By then everything is loaded that is loaded once. */
const WARM_ROUNDS = long(1, 15)
const COMPARED = 5

/**
 * The engine compiles code again and better the more often it runs: within half an hour that is a tenth of the heap, and
 * nothing else of it grows (docs/performance.md). Here it compiles whatever runs at once and for good, so that what is
 * weighed from the first minute on can only grow by what the app holds.
 */
test.use({
  launchOptions: browserWith('--js-flags=--always-sparkplug --no-lazy-feedback-allocation --no-maglev --no-turbofan'),
})

test(`a journal over a network that comes and goes for ${MINUTES} minutes listens once, and does not grow`, async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  test.setTimeout((MINUTES + 3) * MINUTE_MS)
  expectedErrors.push(LOST_CONNECTION)
  // With what is written, still on one page: one that grew would be listened to as another.
  const entries = Array.from({ length: 20 }, (_, index) => ({
    id: `e${index}`,
    content: `entry ${index}`,
    time: Date.UTC(2026, 0, 1) + index,
  }))
  await seed(account.uid, entries)
  await dashboard.showLogs()
  await expect(dashboard.card('entry 19')).toBeVisible()
  await expect(link(page)).toHaveText('Online')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const weigh = async () => {
    // Not of the app: what the browser keeps of lost requests for those who watch it.
    await devtools.send('Runtime.discardConsoleEntries')
    await page.evaluate(() => performance.clearResourceTimings())
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners') }
  }
  const queries = listenedTo(page)
  // From the beginning, so that all of them are seen.
  await page.reload()
  await dashboard.showLogs()
  await preloaded(page)
  await expect(link(page)).toHaveText('Online')
  const before = [...queries.values()].toSorted()

  const next = random(1)
  const weighed: Awaited<ReturnType<typeof weigh>>[] = []
  const end = Date.now() + MINUTES * MINUTE_MS
  let written = 0
  let rounds = 0
  for (let round = 0; Date.now() < end; round++) {
    rounds++
    await goOffline(context)
    // What is weighed is the network's coming and going: a journal that grew would weigh more for a reason.
    if (round < WARM_ROUNDS) {
      await dashboard.write(`written in round ${round}`, 'FIELD')
      written++
    }
    await page.getByRole('button', { name: round % 2 ? 'Frequency up' : 'Frequency down' }).click()
    // So long the network is away, and then there.
    await page.waitForTimeout(next() * 5000)
    await context.setOffline(false)
    await expect(link(page)).toHaveText('Online', { timeout: MINUTE_MS })
    await page.waitForTimeout(next() * 3000)
    if (round >= WARM_ROUNDS) weighed.push(await weigh())
  }
  await expect.poll(() => contentsOf(account.uid)).toHaveLength(entries.length + written)
  await seed(account.uid, [{ id: 'last', content: 'live to the end', time: Date.now() }])
  // A stream that has failed often is asked for again after a minute at most.
  await expect(dashboard.card('live to the end')).toBeVisible({ timeout: 1.2 * MINUTE_MS })
  expect([...queries.values()].toSorted(), 'what is listened to').toEqual(before)
  const middle = (some: readonly number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN
  const growth = (of: 'heap' | 'listeners') =>
    middle(weighed.slice(-COMPARED).map((one) => one[of])) / middle(weighed.slice(0, COMPARED).map((one) => one[of])) -
    1
  console.warn(JSON.stringify({ minutes: MINUTES, rounds, heap: growth('heap'), listeners: growth('listeners') }))
  if (IS_LONG) for (const of of ['heap', 'listeners'] as const) expect(growth(of), of).toBeLessThan(MAX_GROWTH)
})

const Message = z.object({
  addTarget: z.optional(
    z.object({ targetId: z.number(), query: z.optional(z.unknown()), documents: z.optional(z.unknown()) }),
  ),
  removeTarget: z.optional(z.number()),
})

/** What the page listens to, by the number of the target; a new stream names everything anew. */
function listenedTo(page: Page): ReadonlyMap<number, string> {
  const targets = new Map<number, string>()
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('Listen/channel')) return
    if (!/[?&]SID=/.test(request.url())) targets.clear()
    for (const text of new URLSearchParams(request.postData() ?? '').values()) {
      if (!text.startsWith('{')) continue
      const { addTarget, removeTarget } = Message.parse(JSON.parse(text))
      if (addTarget) targets.set(addTarget.targetId, JSON.stringify(addTarget.query ?? addTarget.documents))
      if (removeTarget !== undefined) targets.delete(removeTarget)
    }
  })
  return targets
}
