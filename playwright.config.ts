import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { IS_LONG } from './tests/support/testLength.ts'

/** The time zone that both the browser and the tests use on every machine. */
const TIME_ZONE = 'Europe/Berlin'
process.env['TZ'] = TIME_ZONE

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Another version of the browser may draw the edges of letters differently, which stays below this ratio. A
    // misplaced element exceeds this ratio.
    toHaveScreenshot: { maxDiffPixelRatio: 0.004, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  // The visual snapshots are from Chromium on Linux. Other systems draw the app's typefaces differently.
  ignoreSnapshots: process.platform !== 'linux',
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    timezoneId: TIME_ZONE,
    locale: 'en-GB',
    // Blocks service workers, because filling their cache takes longer than most tests. Tests of the service worker
    // override this option.
    serviceWorkers: 'block',
    // Recording traces takes an eighth of the test time; use `--trace on` to record traces. A failed test stores the
    // state of the page even without a trace.
    trace: 'off',
    launchOptions: browserOptions(),
  },
  projects: [
    // The tests in Firefox and WebKit take the longest, so they start first.
    { name: 'other browsers', testMatch: '**/browsers/**', fullyParallel: true, timeout: 600_000 },
    { name: 'shared backend', testIgnore: ['**/serial/**', '**/browsers/**'], fullyParallel: true },
    // The following tests stop the backend or measure time, so they are serial and run after all other tests.
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
