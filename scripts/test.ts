import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import * as z from 'zod'
import { ensureBrowsers } from '#tests/support/browser.ts'

/*
 * `npm test`: everything, in the order in which a fault is cheapest to see. Every step runs even after a failure.
 * The last lines name what failed and count tests; each check without tests of its own counts as one.
 */
type Step = { readonly name: string; readonly command: readonly string[]; readonly report?: () => Count }
type Count = { readonly passed: number; readonly failed: readonly string[] }

const RESULTS = 'test-results'
const UNIT_REPORT = `${RESULTS}/unit.json`
const BROWSER_REPORT = `${RESULTS}/e2e.json`

const VitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
})
const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']) })),
    }),
  ),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(Suite) })

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
      const { numPassedTests, testResults } = VitestReport.parse(readJson(UNIT_REPORT))
      const failed = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${relative('.', name)} ${fullName}`),
      )
      return { passed: numPassedTests, failed }
    },
  },
  { name: 'budgets', command: ['node', 'bench/main.ts', 'bytes'] },
  { name: 'what ships', command: ['node', 'scripts/whatShips.ts', 'dist-bench'] },
  {
    name: 'end-to-end',
    command: ['playwright', 'test'],
    report: () => {
      const { stats, suites } = PlaywrightReport.parse(readJson(BROWSER_REPORT))
      return { passed: stats.expected, failed: suites.flatMap(failedIn) }
    },
  },
]

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
ensureBrowsers()
const counts = STEPS.map(run)
// What the pages of failed tests showed: on a machine that is gone afterwards there is nothing else to look at.
for (const seen of globSync(`${RESULTS}/*/error-context.md`)) console.log(`\n${readFileSync(seen, 'utf8')}`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.flatMap((count) => count.failed)
console.log(['', ...failed.map((name) => `✗ ${name}`), `${passed} passed, ${failed.length} failed`].join('\n'))
process.exit(failed.length === 0 ? 0 : 1)

function run({ name, command, report }: Step): Count {
  console.log(`\n── ${name}`)
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const ok = status === 0
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? [] : [name] }
  try {
    const count = report()
    // A runner that failed although every test passed has failed all the same.
    return ok || count.failed.length > 0 ? count : { ...count, failed: [name] }
  } catch {
    return { passed: 0, failed: [name] }
  }
}

/** Every test that failed, of the file and of what it groups; one that had to be run again has failed too. */
function failedIn({ specs, suites = [] }: z.infer<typeof Suite>): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`)
  return [...own, ...suites.flatMap(failedIn)]
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
