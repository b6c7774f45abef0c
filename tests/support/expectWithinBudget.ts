import { BUDGETS } from '../../bench/budgets.ts'
import { recordResult } from '../../bench/results.ts'
import { expect } from './test.ts'

/** The budgets whose results do not depend on the machine. */
type GatedBudget = {
  [Name in keyof typeof BUDGETS]: (typeof BUDGETS)[Name] extends { readonly gate: true } ? Name : never
}[keyof typeof BUDGETS]

/** Fails above the budget. Records the value, which `npm run bench` prints with the other results. */
export function expectWithinBudget(name: GatedBudget, value: number): void {
  recordResult(name, value)
  const { what, max } = BUDGETS[name]
  expect(value, what).toBeLessThanOrEqual(max)
}
