import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** What `npm run bench` measures in the browser: one thing at a time, against the build and the backend of the tests. */
export default defineConfig({
  ...tests,
  testDir: 'bench/browser',
  testMatch: '*.bench.ts',
  timeout: 600_000,
  reporter: 'list',
  projects: [{ name: 'bench' }],
  workers: 1,
})
