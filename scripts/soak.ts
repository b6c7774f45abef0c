import { spawnSync } from 'node:child_process'
import { ensureBrowser } from '#tests/support/browser.ts'

/* The radio through half an hour of a flapping network, in a real browser. SOAK_MINUTES is another length. */
ensureBrowser()
const { status } = spawnSync('playwright', ['test', '--config', 'playwright.soak.config.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
