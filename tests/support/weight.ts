import type { Page } from '@playwright/test'
import { median } from '../../bench/browser/journal.ts'

/** What a page holds once garbage is collected: bytes, and how many. */
export type MemoryUsage = {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  /** Parts of an audio graph. */
  readonly audio: number
}

/** How much more there may be of something after half an hour. */
export const MAX_GROWTH = 0.1
const COMPARED = 5

/** @returns what weighs the page, as often as it is asked */
export async function createMemoryProbe(page: Page): Promise<() => Promise<MemoryUsage>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    // Not of the app: what the browser keeps of errors and requests for those who watch it.
    await devtools.send('Runtime.discardConsoleEntries')
    await devtools.send('Runtime.evaluate', { expression: 'performance.clearResourceTimings()' })
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return {
      heap: of('JSHeapUsedSize'),
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
      audio: of('AudioHandlers'),
    }
  }
}

/** From the middle of the first few weighings to that of the last: 0.1 is a tenth more. */
export function growth(samples: readonly MemoryUsage[], of: keyof MemoryUsage): number {
  const middle = (some: readonly MemoryUsage[]) => median(some.map((one) => one[of]))
  return middle(samples.slice(-COMPARED)) / middle(samples.slice(0, COMPARED)) - 1
}
