import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/**
 * `npm run screenshots`: takes screenshots of every route for visual inspection. No test compares these screenshots.
 */
export default defineConfig({
  ...tests,
  testDir: 'tests/screenshots',
  timeout: 180_000,
  reporter: 'list',
  fullyParallel: true,
  projects: [{ name: 'screenshots' }],
})
