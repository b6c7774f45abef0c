import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { BUDGETS, type Budget } from './budgets.ts'

/** Benchmarks run in several processes. Each process appends its results to this file, one result per line. */
const FILE = 'test-results/figures.jsonl'
const RESULT = 'bench-results.json'

export type BenchmarkName = keyof typeof BUDGETS
const isName = (name: unknown): name is BenchmarkName => typeof name === 'string' && name in BUDGETS
export const BenchmarkName = z.custom<BenchmarkName>(isName)
const Line = z.object({ name: BenchmarkName, value: z.number() })

/** Stores a benchmark result. If a benchmark has several results, the last one counts. */
export function recordResult(name: BenchmarkName, value: number): void {
  appendFileSync(FILE, `${JSON.stringify({ name, value })}\n`)
}

export const clearResults = (): void => rmSync(FILE, { force: true })

/**
 * Prints every result beside its budget and writes all results as JSON.
 * @returns the number of results with `gate` that are over budget
 */
export function printResults(): number {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []
  const results = new Map<BenchmarkName, number>()
  for (const line of lines) {
    const { name, value } = Line.parse(JSON.parse(line))
    results.set(name, value)
  }
  const rows = [...results].map(([name, value]) => ({ name, value, ...budgetOf(name) }))
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n  ${'Benchmark'.padEnd(width)} ${'measured'.padStart(10)} ${'budget'.padStart(9)}`)
  for (const { what, value, max, unit, gate } of rows) {
    const over = value > max ? (gate ? '  OVER' : '  over') : ''
    console.log(
      `  ${what.padEnd(width)} ${formatNumber(value).padStart(10)} ${formatNumber(max).padStart(9)} ${unit}${over}`,
    )
  }
  writeFileSync(RESULT, `${JSON.stringify(rows, undefined, 2)}\n`)
  return rows.filter(({ value, max, gate }) => gate && value > max).length
}

const budgetOf = (name: BenchmarkName): Budget => BUDGETS[name]

const formatNumber = (value: number): string => String(Math.round(value * 1000) / 1000)
