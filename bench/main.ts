import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBrowser } from '#tests/support/browser.ts'
import { DEFAULT_ENTRIES, journalEntries, setEntries } from './journalSize.ts'
import { clearResults, printResults } from './results.ts'

/*
 * `npm run bench`: runs every benchmark, prints a table and writes bench-results.json. `npm run bench -- bytes browser`
 * runs only the suites `bytes` and `browser`. The process exits with 1 if a machine-independent result is over budget
 * or a suite fails.
 *
 * `npm run bench -- browser --entries=100000` sets the number of entries in the journal of the list benchmarks. At any
 * size but the default, the suite `browser` runs only the list benchmarks, because the other ones have a fixed size.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { entries: { type: 'string' } } })
if (values.entries !== undefined) setEntries(values.entries)
const SIZED_ONLY = journalEntries() === DEFAULT_ENTRIES ? [] : ['list.bench.ts']
const SUITES: { readonly [name: string]: readonly string[] } = {
  bytes: ['node', 'bench/bytes.ts'],
  browser: ['playwright', 'test', '--config', 'playwright.bench.config.ts', ...SIZED_ONLY],
  search: ['node', 'bench/search.ts'],
  functions: ['node', 'bench/functions.ts'],
  firestore: ['node', '--max-semi-space-size=2', 'bench/firestore.ts'],
}

const wanted = positionals.length > 0 ? positionals : Object.keys(SUITES)
if (values.entries !== undefined && !wanted.includes('browser')) throw new Error('Only browser has --entries.')
mkdirSync('test-results', { recursive: true })
clearResults()
ensureBrowser()
const failed = wanted.filter((name) => {
  const [program, ...args] = SUITES[name] ?? []
  if (program === undefined) throw new Error(`There is no ${name}: ${Object.keys(SUITES).join(', ')}.`)
  return spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0
})
const over = printResults()
if (failed.length > 0) console.error(`not measured: ${failed.join(', ')}`)
process.exit(over === 0 && failed.length === 0 ? 0 : 1)
