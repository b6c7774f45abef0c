import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { BUDGETS, type Budget } from './budgets.ts'

/** Benchmarks run in several processes: each adds its figures here, a line for each. */
const FILE = 'test-results/figures.jsonl'
const RESULT = 'bench-results.json'

type FigureName = keyof typeof BUDGETS
const isName = (name: unknown): name is FigureName => typeof name === 'string' && name in BUDGETS
export const FigureName = z.custom<FigureName>(isName)
const Line = z.object({ name: FigureName, value: z.number() })

/** Adds a figure; the last of a name counts. */
export function record(name: FigureName, value: number): void {
  appendFileSync(FILE, `${JSON.stringify({ name, value })}\n`)
}

export const forgetFigures = (): void => rmSync(FILE, { force: true })

/**
 * Prints everything that was recorded beside its budget, and writes it as JSON.
 * @returns how many gates are exceeded
 */
export function report(): number {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []
  const figures = new Map<FigureName, number>()
  for (const line of lines) {
    const { name, value } = Line.parse(JSON.parse(line))
    figures.set(name, value)
  }
  const rows = [...figures].map(([name, value]) => {
    const budget = budgetOf(name)
    const slower = budget.growsWith === undefined ? 1 : slowerThan(budget.growsWith, figures)
    const most = Math.round(budget.most * slower * 1000) / 1000
    return { name, value, ...budget, most, isOver: !budget.isReference && value > most }
  })
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n  ${'Figure'.padEnd(width)} ${'measured'.padStart(10)} ${'budget'.padStart(9)}`)
  for (const { what, value, most, unit, gate, isOver, isReference } of rows) {
    const note = isReference ? '  elsewhere' : isOver ? (gate ? '  OVER' : '  over') : ''
    console.log(`  ${what.padEnd(width)} ${text(value).padStart(10)} ${text(most).padStart(9)} ${unit}${note}`)
  }
  writeFileSync(RESULT, `${JSON.stringify(rows, undefined, 2)}\n`)
  return rows.filter(({ gate, isOver }) => gate && isOver).length
}

/** By how much this machine is slower than the one of the budgets; 1 where it is as fast. */
function slowerThan(reference: FigureName, figures: ReadonlyMap<FigureName, number>): number {
  const { most } = budgetOf(reference)
  return Math.max(1, (figures.get(reference) ?? most) / most)
}

const budgetOf = (name: FigureName): Budget => BUDGETS[name]

const text = (value: number): string => String(Math.round(value * 1000) / 1000)
