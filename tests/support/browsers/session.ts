import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { LOST_CONNECTION } from '../test.ts'
import { chromium } from './chromium.ts'
import type { Driver } from './driver.ts'
import { firefox } from './firefox.ts'
import { startNetworkProxy, type NetworkProxy } from './proxy.ts'
import { webkit } from './webkit.ts'

const START = { chromium, firefox, webkit }

export type BrowserSession = {
  readonly driver: Driver
  readonly network: NetworkProxy
  readonly downloads: string
  /** The folder for screenshots of this browser at this width. */
  readonly screenshots: string
}

/** Patterns of the errors that browsers and the Firestore SDK log when the network is lost. */
export const OFFLINE_ERRORS: readonly RegExp[] = [LOST_CONNECTION, /CORS request did not succeed/]

/** Patterns of the errors that the Firestore SDK logs when the user leaves a page during a request. */
export const NAVIGATION_ERRORS: readonly RegExp[] = [/RPC_ERROR/]

/**
 * Pattern of the error that the Firestore SDK logs when it reads the clock twice and the second time is earlier. The
 * pattern matches only if the times differ by a few milliseconds, that is, only in the last digit.
 */
const CLOCK_ERRORS: readonly RegExp[] = [/update time that is in the future: (\d+)\d > \1\d /]

/** Runs `work` in a new browser with its own proxy. Throws if a page of the browser has an unexpected error. */
export async function runInBrowser(
  name: keyof typeof START,
  size: { readonly width: number; readonly height: number },
  expected: readonly RegExp[],
  work: (session: BrowserSession) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitrep-browser-'))
  const downloads = path.join(folder, 'downloads')
  mkdirSync(downloads)
  const screenshots = `test-results/browsers/${name}-${size.width}`
  mkdirSync(screenshots, { recursive: true })
  const way = await startNetworkProxy({ reporting: name === 'webkit' })
  try {
    const driver = await START[name]({ ...size, proxy: way.host, downloads })
    const patterns = [...expected, ...CLOCK_ERRORS]
    const errors = () => [...driver.errors, ...way.errors].filter((error) => !patterns.some((one) => one.test(error)))
    try {
      await work({ driver, network: way, downloads, screenshots })
      expect(errors(), 'console errors').toEqual([])
    } catch (error) {
      // The screenshot fails if the browser has closed. This error is ignored, because the first error shows the cause.
      const screenshot = await driver.tab.screenshot().catch(() => undefined)
      if (screenshot) writeFileSync(path.join(screenshots, 'failed.png'), screenshot)
      console.error('Console errors:', errors(), 'Unfinished requests:', way.unfinished())
      throw error
    } finally {
      await driver.close()
    }
  } finally {
    await way.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
