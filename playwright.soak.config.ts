import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run soak`: what must hold for a long time. Minutes: SOAK_MINUTES, 30 by default. */
export default defineConfig({
  ...tests,
  testDir: 'tests/soak',
  timeout: 0,
  reporter: 'list',
  projects: [{ name: 'soak' }],
  workers: 1,
})
