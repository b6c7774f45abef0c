import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import * as z from 'zod'

/** The number of passed tests, and a line for each failure: the name of a test, or an error outside of the tests. */
export const Count = z.object({ passed: z.number(), failed: z.array(z.string()) })
export type Count = z.infer<typeof Count>

export const RESULTS = 'test-results'
export const UNIT_REPORT = `${RESULTS}/unit.json`

/** Reports the results of Vitest. Unlike Vitest's JSON reporter, also reports the errors outside of tests. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly TestError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const count: Count = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...tests.filter((test) => test.result().state === 'failed').map(nameOf),
        ...modules
          .flatMap((module) => [module, ...module.children.allSuites()])
          .flatMap((suite) => suite.errors().map((error) => `${nameOf(suite)}: ${describe(error)}`)),
        ...errors.map((error) => `Outside of the tests: ${describe(error)}`),
      ],
    }
    writeFileSync(UNIT_REPORT, JSON.stringify(count))
  }
}

const nameOf = (one: TestModule | TestSuite | TestCase): string =>
  one.type === 'module' ? one.relativeModuleId : `${one.module.relativeModuleId} ${one.fullName}`

type TestError = ReturnType<TestModule['errors']>[number]

const describe = ({ message, stack }: TestError): string => stack ?? message
