import { Settings } from '#tests/support/pages/settings.ts'
import { test } from '#tests/support/test.ts'
import { recordResult } from '../results.ts'
import { median } from './journal.ts'
import { CPU_SLOWDOWN } from './phone.ts'

const THEMES = ['Military Style', 'Codec', 'Desert Ops', 'Terminal Green'] as const
const ROUNDS = 3

test('measures changing the theme at four times CPU slowdown', async ({ page, dashboard }) => {
  await dashboard.newEntry.waitFor()
  const settings = new Settings(page)
  await settings.open('general')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const theme of THEMES) {
      const choice = settings.theme(theme)
      taken.push(
        await choice.evaluate(
          (input: HTMLElement) =>
            new Promise<number>((resolve) => {
              const began = performance.now()
              input.click()
              requestAnimationFrame(() => {
                const painted = new MessageChannel()
                painted.port1.addEventListener('message', () => resolve(performance.now() - began))
                painted.port1.start()
                painted.port2.postMessage(undefined)
              })
            }),
        ),
      )
    }
  recordResult('themeSwitch', median(taken))
})
