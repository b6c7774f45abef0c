import { BUDGETS } from '../../bench/budgets.ts'
import { recordResult } from '../../bench/results.ts'
import { expect } from './test.ts'

/** The names of the budgets whose benchmark results do not depend on the machine. */
type GatedBudget = {
  [Name in keyof typeof BUDGETS]: (typeof BUDGETS)[Name] extends { readonly gate: true } ? Name : never
}[keyof typeof BUDGETS]

/** Fails if the value exceeds the budget. Also records the value, so that `npm run bench` prints it as a result. */
export function expectWithinBudget(name: GatedBudget, value: number): void {
  recordResult(name, value)
  const { what, max } = BUDGETS[name]
  expect(value, what).toBeLessThanOrEqual(max)
}
