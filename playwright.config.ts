import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { IS_LONG } from './tests/support/testLength.ts'

/** The browser and the tests use the same time zone, on any machine. */
const TIME_ZONE = 'Europe/Berlin'
process.env['TZ'] = TIME_ZONE

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Another version of the browser may draw the edges of letters differently; a misplaced part exceeds this ratio.
    toHaveScreenshot: { maxDiffPixelRatio: 0.004, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  // The screenshots were taken with the app's typefaces, but by Chromium on Linux.
  ignoreSnapshots: process.platform !== 'linux',
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    timezoneId: TIME_ZONE,
    locale: 'en-GB',
    // Tests of the service worker allow it. Filling its cache takes longer than most tests.
    serviceWorkers: 'block',
    // Traces cost an eighth of the time; use `--trace on` to get one. A failed test stores the page's state anyway.
    trace: 'off',
    launchOptions: browserOptions(),
  },
  projects: [
    // Firefox and WebKit have their own drivers. Their walk through the app takes longest, so they start first.
    { name: 'other browsers', testMatch: '**/browsers/**', fullyParallel: true, timeout: 300_000 },
    { name: 'shared backend', testIgnore: ['**/serial/**', '**/browsers/**'], fullyParallel: true },
    // These tests stop the backend or measure time, so they are serial and run after the others.
    ...(IS_LONG ? [{ name: 'endurance', testMatch: '**/endurance/**', workers: 1, timeout: 0 }] : []),
    {
      name: 'serial',
      testMatch: '**/serial/**',
      dependencies: ['shared backend', 'other browsers'],
      workers: 1,
      timeout: 120_000,
    },
  ],
  workers: 2,
})
