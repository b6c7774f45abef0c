import { BUDGETS } from '../../bench/budgets.ts'
import { recordResult } from '../../bench/results.ts'
import { expect } from './test.ts'

/** What does not depend on the machine. */
type GatedBudget = {
  [Name in keyof typeof BUDGETS]: (typeof BUDGETS)[Name] extends { readonly gate: true } ? Name : never
}[keyof typeof BUDGETS]

/** Fails above the budget; `npm run bench` prints the same figures beside the others. */
export function expectWithinBudget(name: GatedBudget, value: number): void {
  recordResult(name, value)
  const { what, max } = BUDGETS[name]
  expect(value, what).toBeLessThanOrEqual(max)
}
