import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run screenshots`: pictures of every route, to be looked at. Nothing is compared. */
export default defineConfig({
  ...tests,
  testDir: 'tests/screenshots',
  timeout: 180_000,
  reporter: 'list',
  fullyParallel: true,
  projects: [{ name: 'screenshots' }],
})
