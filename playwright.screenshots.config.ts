import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run screenshots`: images of every route for visual inspection. They are not compared. */
export default defineConfig({
  ...tests,
  testDir: 'tests/screenshots',
  timeout: 180_000,
  reporter: 'list',
  fullyParallel: true,
  projects: [{ name: 'screenshots' }],
})
