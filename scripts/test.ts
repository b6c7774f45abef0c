import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import * as z from 'zod'
import { ensureBrowsers } from '#tests/support/browser.ts'
import { Count, RESULTS, UNIT_REPORT } from './testReporter.ts'

/*
 * `npm test` runs every step, the fastest steps first, and continues if a step fails. The last lines list the failures
 * and the numbers of passed and failed tests. A step without tests counts as one test.
 * `npm run check` runs only the steps that take a few seconds.
 * `npm test -- <pattern>` runs the test files whose name contains the pattern. If there are no such files, it runs the
 * tests whose title contains the pattern.
 */
type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly report?: () => Count
  /** Whether the step is also part of `npm run check`. */
  readonly quick?: true
}

const BROWSER_REPORT = `${RESULTS}/e2e.json`

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

const unitCount = (): Count => Count.parse(readJson(UNIT_REPORT))

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/testReporter.ts']
const PLAYWRIGHT = ['playwright', 'test']
const UNIT: Step = { name: 'unit', command: [...VITEST, '--project', 'unit'], report: unitCount }
const SUITES = [
  {
    runner: VITEST,
    files: '{domain,local,functions/src,scripts,src,tests}/**/*.test.{ts,tsx}',
    byTitle: '--testNamePattern',
  },
  { runner: PLAYWRIGHT, files: 'tests/e2e/**/*.spec.ts', byTitle: '--grep' },
]

const STEPS: readonly Step[] = [
  { quick: true, name: 'format', command: ['oxfmt', '--check', '.'] },
  { quick: true, name: 'lint', command: ['oxlint', '--type-aware'] },
  { quick: true, name: 'types', command: ['tsc', '-p', '.'] },
  { quick: true, name: 'types of functions', command: ['tsc', '-p', 'functions'] },
  { quick: true, name: 'language', command: ['node', 'scripts/checkLanguage.ts'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'unit, app, rules, contract', command: VITEST, report: unitCount },
  { name: 'budgets', command: ['node', 'bench/main.ts', 'bytes'] },
  { name: 'what ships', command: ['node', 'scripts/whatShips.ts', 'dist-bench'] },
  {
    name: 'end-to-end',
    command: PLAYWRIGHT,
    report: () => {
      const { stats, suites } = PlaywrightReport.parse(readJson(BROWSER_REPORT))
      return { passed: stats.expected, failed: suites.flatMap(failedIn) }
    },
  },
]

const [argument] = process.argv.slice(2)
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
if (argument === '--check') process.exit(summarize([...STEPS.filter(({ quick }) => quick), UNIT].map(run)))
if (argument !== undefined) process.exit(runMatching(argument))
ensureBrowsers()
const counts = STEPS.map(run)
// Prints the page of each failed browser test, because the files of a CI machine are not available afterwards.
for (const seen of globSync(`${RESULTS}/*/error-context.md`)) console.log(`\n${readFileSync(seen, 'utf8')}`)
process.exit(summarize(counts))

function summarize(all: readonly Count[]): 0 | 1 {
  const passed = all.reduce((sum, count) => sum + count.passed, 0)
  const failed = all.flatMap((count) => count.failed)
  console.log(['', ...failed.map((name) => `✗ ${name}`), `${passed} passed, ${failed.length} failed`].join('\n'))
  return failed.length === 0 ? 0 : 1
}

/**
 * Runs the test files whose name contains the pattern. If there are none, runs the tests whose title contains the
 * pattern.
 */
function runMatching(pattern: string): 0 | 1 {
  const matching = SUITES.filter(({ files }) => globSync(files).some((file) => file.includes(pattern)))
  const commands =
    matching.length > 0
      ? matching.map(({ runner }) => [...runner, pattern])
      : SUITES.map(({ runner, byTitle }) => [...runner, byTitle, pattern])
  if (commands.some(([program]) => program === PLAYWRIGHT[0])) ensureBrowsers()
  return commands.map((command) => spawn(command)).every((ok) => ok) ? 0 : 1
}

function run({ name, command, report }: Step): Count {
  console.log(`\n── ${name}`)
  const ok = spawn(command)
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? [] : [name] }
  try {
    const count = report()
    // If a test runner fails although every test passed, the step counts as failed.
    return ok || count.failed.length > 0 ? count : { ...count, failed: [name] }
  } catch {
    return { passed: 0, failed: [name] }
  }
}

function spawn([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
}

/** Returns all failed tests of a suite and of its nested suites. A test that passed on a retry counts as failed. */
function failedIn({ specs, suites = [] }: z.infer<typeof Suite>): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`)
  return [...own, ...suites.flatMap(failedIn)]
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
