import type { Page } from '@playwright/test'
import { median } from '../../bench/browser/journal.ts'

/** What a page uses after garbage collection: bytes of heap, and numbers of objects. */
export type MemoryUsage = {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  /** The nodes of audio graphs. */
  readonly audio: number
}

/** The largest allowed growth over half an hour, as a ratio. */
export const MAX_GROWTH = 0.1
const COMPARED = 5

/** @returns a function that measures the page */
export async function createMemoryProbe(page: Page): Promise<() => Promise<MemoryUsage>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    // Removes errors and requests that the browser records for DevTools, which are not the app's memory.
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

/** Returns the growth between the medians of the first and the last samples: 0.1 is 10 % more. */
export function growth(samples: readonly MemoryUsage[], of: keyof MemoryUsage): number {
  const middle = (some: readonly MemoryUsage[]) => median(some.map((one) => one[of]))
  return middle(samples.slice(-COMPARED)) / middle(samples.slice(0, COMPARED)) - 1
}
