import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { ensureBrowser } from '#tests/support/browser.ts'

/*
 * `npm run screenshots`: takes screenshots of every route, at three widths and in four themes, into the folder
 * screenshots/.
 */
const FOLDER = 'screenshots'

ensureBrowser()
rmSync(FOLDER, { recursive: true, force: true })
const { status } = spawnSync('playwright', ['test', '--config', 'playwright.screenshots.config.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status === 0) console.log(`The pictures are in ${FOLDER}/.`)
process.exit(status ?? 1)
