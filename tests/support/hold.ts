import { BUDGETS } from '../../bench/budgets.ts'
import { record } from '../../bench/figures.ts'
import { expect } from './test.ts'

/** What does not depend on the machine. */
type Gate = {
  [Name in keyof typeof BUDGETS]: (typeof BUDGETS)[Name] extends { readonly gate: true } ? Name : never
}[keyof typeof BUDGETS]

/** Fails above the budget; `npm run bench` prints the same figures beside the others. */
export function hold(name: Gate, value: number): void {
  record(name, value)
  const { what, most } = BUDGETS[name]
  expect(value, what).toBeLessThanOrEqual(most)
}
