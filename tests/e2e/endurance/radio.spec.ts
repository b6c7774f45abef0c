import { setInterval } from 'node:timers/promises'
import { IS_LONG, enduranceLength } from '#tests/support/testLength.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'
import { medianGrowth, MAX_GROWTH, createMemoryProbe, type MemoryUsage } from '#tests/support/memory.ts'

const MINUTE_MS = 60_000
const LOOKED_AT_EVERY_MS = 1000
const MINUTES = enduranceLength(0.75, 30)
/** After this time in minutes, all lazy code is loaded. */
const WARM_MINUTES = Math.min(3, MINUTES / 3)
const WEIGHED_EVERY_MS = MINUTE_MS / 2

/** For each stream in turn: the injected fault, and the time until the fault occurs, in milliseconds. */
const FAULTS = [
  ['reset', 500],
  ['stall', 1500],
  ['end', 2500],
  ['full', 0],
  ['reset', 6000],
  ['stall', 500],
  ['end', 500],
  ['reset', 25_000],
] as const

test('keeps the radio playing on an unstable network without growth of the heap', async ({
  page,
  account,
  expectedErrors,
}) => {
  test.setTimeout((MINUTES + 2) * MINUTE_MS)
  expectedErrors.push(LOST_CONNECTION, /503/)
  const radio = new Radio(page)
  const sounds = await radio.watch()
  let requested = 0
  await page.route('**/streams/**', (route) => {
    const [fault, after] = FAULTS[requested++ % FAULTS.length] ?? ['reset', 0]
    return route.continue({ url: `${route.request().url()}?fault=${fault}&after=${after}` })
  })
  await signIn(page, account)
  const weigh = await createMemoryProbe(page)

  await radio.play.click()
  const started = Date.now()
  const weighed: MemoryUsage[] = []
  const seen = new Map<string, number>()
  let due = started + WARM_MINUTES * MINUTE_MS
  for await (const _ of setInterval(LOOKED_AT_EVERY_MS)) {
    const status = (await radio.stripStatus.textContent()) ?? ''
    seen.set(status, (seen.get(status) ?? 0) + 1)
    // The radio never stops with an error, because too few streams fail in a row.
    expect(['STREAMING', 'LOADING...']).toContain(status)
    if (Date.now() < due) continue
    weighed.push(await weigh())
    due += WEIGHED_EVERY_MS
    if (due > started + MINUTES * MINUTE_MS) break
  }

  const grown = medianGrowth(weighed, 'heap')
  console.warn(
    JSON.stringify({
      minutes: MINUTES,
      streams: requested,
      seen: Object.fromEntries(seen),
      growth: grown,
      first: weighed[0],
      last: weighed.at(-1),
    }),
  )
  expect(requested, 'the number of requested streams').toBeGreaterThan(MINUTES * 2)
  expect(await sounds(), 'audio elements').toHaveLength(1)
  // A run of a few minutes is too short to measure the growth of the heap.
  if (IS_LONG) expect(grown, 'growth of the heap').toBeLessThan(MAX_GROWTH)
})
