import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { IS_LONG } from './tests/support/lengths.ts'

/** Browser and tests agree on what day it is, at any hour and on any machine. */
const TIME_ZONE = 'Europe/Berlin'
process.env['TZ'] = TIME_ZONE

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Another version of the browser may draw the edges of letters a little differently; a part out of place is more.
    toHaveScreenshot: { maxDiffPixelRatio: 0.004, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  // The pictures are drawn with the typefaces of the app, but by Chromium on Linux.
  ignoreSnapshots: process.platform !== 'linux',
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    timezoneId: TIME_ZONE,
    locale: 'en-GB',
    // A test that is about the worker allows it: to fill its cache takes longer than most tests do.
    serviceWorkers: 'block',
    // It costs an eighth of the time; where one is looked for, `--trace on`. What a page was at its failure is kept anyway.
    trace: 'off',
    launchOptions: browserOptions(),
  },
  projects: [
    // Firefox and WebKit, by drivers of their own: a walk through everything takes longer than a test of one thing, so they come first.
    { name: 'other browsers', testMatch: '**/browsers/**', fullyParallel: true, timeout: 300_000 },
    { name: 'shared backend', testIgnore: ['**/serial/**', '**/browsers/**'], fullyParallel: true },
    // These kill the backend, or have to be done in a given time: one at a time, after the others.
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
