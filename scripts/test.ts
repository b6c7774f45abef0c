import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import * as z from 'zod'
import { ensureBrowser } from '#tests/support/browser.ts'

/*
 * `npm test`: everything, in the order in which a fault is cheapest to see. Every step runs even after a failure.
 * The last line counts tests; each check without tests of its own counts as one.
 */
type Step = { readonly name: string; readonly command: readonly string[]; readonly report?: () => Count }
type Count = { readonly passed: number; readonly failed: number }

const RESULTS = 'test-results'
const UNIT_REPORT = `${RESULTS}/unit.json`
const BROWSER_REPORT = `${RESULTS}/e2e.json`

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

const STEPS: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of functions', command: ['tsc', '-p', 'functions'] },
  { name: 'dead code', command: ['knip'] },
  {
    name: 'unit, app, rules, contract',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
    report: () => {
      const { numPassedTests, numFailedTests } = VitestReport.parse(readJson(UNIT_REPORT))
      return { passed: numPassedTests, failed: numFailedTests }
    },
  },
  { name: 'budgets', command: ['node', 'bench/bytes.ts'] },
  {
    name: 'end-to-end',
    command: ['playwright', 'test'],
    report: () => {
      const { expected, unexpected, flaky } = PlaywrightReport.parse(readJson(BROWSER_REPORT)).stats
      return { passed: expected, failed: unexpected + flaky }
    },
  },
]

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
ensureBrowser()
const counts = STEPS.map(run)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run({ name, command, report }: Step): Count {
  console.log(`\n── ${name}`)
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const ok = status === 0
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  try {
    const count = report()
    // A runner that failed although every test passed has failed all the same.
    return { passed: count.passed, failed: ok ? count.failed : Math.max(count.failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
