import type { Page } from '@playwright/test'
import * as z from 'zod'
import { enduranceLength, IS_LONG, random } from '#tests/support/lengths.ts'
import { goOffline, connectionStatus, waitUntilPreloaded } from '#tests/support/pages/link.ts'
import { contentsOf, seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'
import { growth, MAX_GROWTH, createMemoryProbe, type MemoryUsage } from '#tests/support/weight.ts'

const MINUTE_MS = 60_000
const MINUTES = enduranceLength(0.3, 30)
/** By then everything is loaded that is loaded once, and the engine has compiled most of what runs often. */
const WARM_MINUTES = enduranceLength(0.1, 5)
const WRITING_ROUNDS = enduranceLength(1, 15)

test(`a journal over a network that comes and goes for ${MINUTES} minutes listens once, and does not grow`, async ({
  page,
  context,
  dashboard,
  account,
  expectedErrors,
}) => {
  test.setTimeout((WARM_MINUTES + MINUTES + 3) * MINUTE_MS)
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
  await expect(connectionStatus(page)).toHaveText('Online')
  const weigh = await createMemoryProbe(page)
  const queries = listenedTo(page)
  // From the beginning, so that all of them are seen.
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
    // What is weighed is the network's coming and going: a journal that grew would weigh more for a reason.
    if (round < WRITING_ROUNDS) {
      await dashboard.write(`written in round ${round}`, 'FIELD')
      written++
    }
    await page.getByRole('button', { name: round % 2 ? 'Frequency up' : 'Frequency down' }).click()
    // So long the network is away, and then there.
    await page.waitForTimeout(next() * 5000)
    await context.setOffline(false)
    await expect(connectionStatus(page)).toHaveText('Online', { timeout: MINUTE_MS })
    await page.waitForTimeout(next() * 3000)
    if (Date.now() > warm) weighed.push(await weigh())
  }
  await expect.poll(() => contentsOf(account.uid)).toHaveLength(entries.length + written)
  await seed(account.uid, [{ id: 'last', content: 'live to the end', time: Date.now() }])
  // A stream that has failed often is asked for again after a minute at most.
  await expect(dashboard.card('live to the end')).toBeVisible({ timeout: 1.2 * MINUTE_MS })
  expect([...queries.values()].toSorted(), 'what is listened to').toEqual(before)
  const grown = { heap: growth(weighed, 'heap'), listeners: growth(weighed, 'listeners') }
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
