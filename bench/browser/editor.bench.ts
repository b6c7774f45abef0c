import { expect, test } from '#tests/support/test.ts'
import { recordResult } from '../results.ts'
import { quantile, generateEntries, median } from './journal.ts'
import { CPU_SLOWDOWN } from './phone.ts'

const CHARACTERS = 49_900
const KEYS = 60

test('measures keystrokes in a text of 50,000 characters at four times CPU slowdown', async ({ page, dashboard }) => {
  await dashboard.newEntry.click()
  const text = page.getByLabel('Message')
  const long = generateEntries(120)
    .map(({ content }) => content)
    .join('\n\n')
    .slice(0, CHARACTERS)
  await text.fill(long)
  await expect(text).toHaveValue(long)
  await text.press('End')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const taken = await page.evaluateHandle(() => {
    const paints: number[] = []
    document.addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.addEventListener('message', () => paints.push(performance.now() - pressed))
          painted.port1.start()
          painted.port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
    return paints
  })
  for (let key = 0; key < KEYS; key++) {
    await text.press('a')
    await expect.poll(() => taken.evaluate((paints) => paints.length)).toBeGreaterThan(key)
  }
  const paints = await taken.evaluate((all) => all)
  recordResult('keystroke', median(paints))
  recordResult('keystrokeWorst', quantile(paints, 0.95))
})
