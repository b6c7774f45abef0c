import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'
import { browserOptions } from './tests/support/browser.ts'

/** Browser benchmarks of `npm run bench`: one at a time, against the build and the backend of the e2e tests. */
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
    // A browser under automation records the source positions of every error. React creates three errors when it loads,
    // and V8, which computes positions lazily, then parses all code again: 86 ms on a slow phone, which users do not
    // have. With this flag V8 records positions while it compiles.
    launchOptions: browserOptions('--js-flags=--no-enable-lazy-source-positions'),
  },
})
