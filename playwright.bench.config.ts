import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'
import { browserOptions } from './tests/support/browser.ts'

/** What `npm run bench` measures in the browser: one thing at a time, against the build and the backend of the tests. */
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
    // While a browser is watched, as it is here, it notes the lines of every error that is made. React makes three when
    // it is loaded, and the engine, which knows no lines before somebody asks, reads all of the code anew for them: 86 ms
    // of a load on a slow phone that nobody has who is not watched. It notes them while it compiles.
    launchOptions: browserOptions('--js-flags=--no-enable-lazy-source-positions'),
  },
})
