import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'
import { browserOptions } from './tests/support/browser.ts'

/** Runs the browser benchmarks of `npm run bench` one at a time, with the build and the backend of the e2e tests. */
export default defineConfig({
  ...tests,
  testDir: 'bench/browser',
  testMatch: '*.bench.ts',
  timeout: 600_000,
  reporter: 'list',
  projects: [{ name: 'bench' }],
  workers: 1,
  use: {
    ...tests.use,
    // An automated browser records the source position of every error, and React creates three errors when it loads. V8
    // computes positions lazily, so it then parses all code again. This takes 86 ms on a slow phone, but does not
    // happen to users. With this flag, V8 records positions while it compiles.
    launchOptions: browserOptions('--js-flags=--no-enable-lazy-source-positions'),
  },
})
