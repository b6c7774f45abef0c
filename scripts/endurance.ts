import { spawnSync } from 'node:child_process'
import { ensureBrowser } from '#tests/support/browser.ts'

/*
 * `npm run test:endurance`: runs the long form of the endurance tests, which takes about two hours. `npm test` runs a
 * short form of these tests. With `-- radio`, only the files with `radio` in their name run.
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
