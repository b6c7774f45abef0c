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
  const rows = [...figures].map(([name, value]) => ({ name, value, ...budgetOf(name) }))
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n  ${'Figure'.padEnd(width)} ${'measured'.padStart(10)} ${'budget'.padStart(9)}`)
  for (const { what, value, most, unit, gate } of rows) {
    const over = value > most ? (gate ? '  OVER' : '  over') : ''
    console.log(`  ${what.padEnd(width)} ${text(value).padStart(10)} ${text(most).padStart(9)} ${unit}${over}`)
  }
  writeFileSync(RESULT, `${JSON.stringify(rows, undefined, 2)}\n`)
  return rows.filter(({ value, most, gate }) => gate && value > most).length
}

const budgetOf = (name: FigureName): Budget => BUDGETS[name]

const text = (value: number): string => String(Math.round(value * 1000) / 1000)
