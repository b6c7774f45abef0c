import type { Page } from '@playwright/test'
import * as z from 'zod'
import { enduranceLength, IS_LONG, random } from '#tests/support/testLength.ts'
import { goOffline, connectionStatus, waitUntilPreloaded } from '#tests/support/pages/connection.ts'
import { storedContentsOf, seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'
import { medianGrowth, MAX_GROWTH, createMemoryProbe, type MemoryUsage } from '#tests/support/memory.ts'

const MINUTE_MS = 60_000
const MINUTES = enduranceLength(0.3, 30)
/** After this time in minutes, all lazy code is loaded, and the engine has compiled most of the hot code. */
const WARM_MINUTES = enduranceLength(0.1, 5)
const WRITING_ROUNDS = enduranceLength(1, 15)

test(`keeps the number of listeners and the memory usage constant over ${MINUTES} minutes of an unstable network`, async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  test.setTimeout((WARM_MINUTES + MINUTES + 3) * MINUTE_MS)
  expectedErrors.push(LOST_CONNECTION)
  // These entries and those that the test writes fit on one page of the list. A second page would add a live query.
  const entries = Array.from({ length: 20 }, (_, index) => ({
    id: `e${index}`,
    content: `entry ${index}`,
    time: Date.UTC(2026, 0, 1) + index,
  }))
  await seed(account.uid, entries)
  await dashboard.showLogs()
  await expect(dashboard.card('entry 19')).toBeVisible()
  await expect(connectionStatus(page)).toHaveText('Online')
  const weigh = await createMemoryProbe(page)
  const queries = listenedTo(page)
  // The reload repeats all listen requests, so that `queries` contains every live query.
  await page.reload()
  await dashboard.showLogs()
  await waitUntilPreloaded(page)
  await expect(connectionStatus(page)).toHaveText('Online')
  const before = [...queries.values()].toSorted()

  const next = random(1)
  const weighed: MemoryUsage[] = []
  const warm = Date.now() + WARM_MINUTES * MINUTE_MS
  const end = warm + MINUTES * MINUTE_MS
  let written = 0
  let rounds = 0
  for (let round = 0; Date.now() < end; round++) {
    rounds++
    await goOffline(context)
    // Writes entries only in the first rounds, because a growing journal needs more memory, and the test measures only
    // the memory that network changes need.
    if (round < WRITING_ROUNDS) {
      await dashboard.write(`written in round ${round}`, 'FIELD')
      written++
    }
    await page.getByRole('button', { name: round % 2 ? 'Frequency up' : 'Frequency down' }).click()
    // The page is offline for up to 5 s and then online for up to 3 s.
    await page.waitForTimeout(next() * 5000)
    await context.setOffline(false)
    await expect(connectionStatus(page)).toHaveText('Online', { timeout: MINUTE_MS })
    await page.waitForTimeout(next() * 3000)
    if (Date.now() > warm) weighed.push(await weigh())
  }
  await expect.poll(() => storedContentsOf(account.uid)).toHaveLength(entries.length + written)
  await seed(account.uid, [{ id: 'last', content: 'live to the end', time: Date.now() }])
  // After many failures, the database retries its stream within a minute.
  await expect(dashboard.card('live to the end')).toBeVisible({ timeout: 1.2 * MINUTE_MS })
  expect([...queries.values()].toSorted(), 'the queries with a listener').toEqual(before)
  const grown = { heap: medianGrowth(weighed, 'heap'), listeners: medianGrowth(weighed, 'listeners') }
  console.warn(JSON.stringify({ minutes: MINUTES, rounds, ...grown }))
  if (!IS_LONG) return
  expect(grown.heap, 'growth of the heap').toBeLessThan(MAX_GROWTH)
  expect(grown.listeners, 'growth of the listeners').toBeLessThan(MAX_GROWTH)
})

const Message = z.object({
  addTarget: z.optional(
    z.object({ targetId: z.number(), query: z.optional(z.unknown()), documents: z.optional(z.unknown()) }),
  ),
  removeTarget: z.optional(z.number()),
})

/** Records the live queries of the page by target id. A new stream requests all targets again. */
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
