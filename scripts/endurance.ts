import { spawnSync } from 'node:child_process'
import { ensureBrowser } from '#tests/support/browser.ts'

/*
 * `npm run test:endurance`: the tests of what must hold for long, as long as it must. `npm test` runs a short form of
 * each. Takes about two hours; `-- radio` runs the files with that in their name.
 */
ensureBrowser()
const named = process.argv.slice(2)
const env = { ...process.env, ENDURANCE: 'long' }
const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32', env }).status === 0

const projects = ['functions', 'app', 'contract'].flatMap((project) => ['--project', project])
const units = run('vitest', ['run', ...projects, '--passWithNoTests', ...named])
const browser = run('playwright', ['test', '--project', 'endurance', '--pass-with-no-tests', ...named])
process.exit(units && browser ? 0 : 1)
