import type { Page } from '@playwright/test'
import { median } from '../../bench/browser/journal.ts'

/** The memory usage of a page after garbage collection: the heap in bytes, and the numbers of objects of each kind. */
export type MemoryUsage = {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  /** The number of audio nodes. */
  readonly audio: number
}

/** The maximum growth of each value over half an hour, as a ratio (0.1 means 10 %). */
export const MAX_GROWTH = 0.1
const COMPARED = 5

/** @returns a function that measures the memory usage of the page */
export async function createMemoryProbe(page: Page): Promise<() => Promise<MemoryUsage>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    // Deletes the errors and requests that the browser records for DevTools, because they are not memory of the app.
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

/** Returns the growth from the median of the first samples to that of the last samples, as a ratio (0.1 means 10 %). */
export function medianGrowth(samples: readonly MemoryUsage[], of: keyof MemoryUsage): number {
  const middle = (some: readonly MemoryUsage[]) => median(some.map((one) => one[of]))
  return middle(samples.slice(-COMPARED)) / middle(samples.slice(0, COMPARED)) - 1
}
