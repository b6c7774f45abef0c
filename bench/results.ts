import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { BUDGETS, type Budget } from './budgets.ts'
import { DEFAULT_ENTRIES, formatCount, journalEntries } from './journalSize.ts'

/** Benchmarks run in several processes. Each process appends its results to this file, one result per line. */
const FILE = 'test-results/figures.jsonl'
const RESULT = 'bench-results.json'

export type BenchmarkName = keyof typeof BUDGETS
const isName = (name: unknown): name is BenchmarkName => typeof name === 'string' && name in BUDGETS
export const BenchmarkName = z.custom<BenchmarkName>(isName)
const Line = z.object({ name: BenchmarkName, value: z.nullable(z.number()) })

/**
 * Stores a benchmark result. If a benchmark has several results, the last one counts.
 * @param value null if the measured action did not end within its time limit
 */
export function recordResult(name: BenchmarkName, value: number | null): void {
  appendFileSync(FILE, `${JSON.stringify({ name, value })}\n`)
}

export const clearResults = (): void => rmSync(FILE, { force: true })

/**
 * Prints every result beside its budget and writes all results as JSON.
 * @returns the number of results with `gate` that are over budget
 */
export function printResults(): number {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []
  const results = new Map<BenchmarkName, number | null>()
  for (const line of lines) {
    const { name, value } = Line.parse(JSON.parse(line))
    results.set(name, value)
  }
  const rows = [...results].map(([name, value]) => {
    const { what, unit, max, gate } = budgetOf(name)
    return { name, value, what, unit, max, gate, over: (value ?? Infinity) > max }
  })
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n  ${'Benchmark'.padEnd(width)} ${'measured'.padStart(10)} ${'budget'.padStart(9)}`)
  for (const { what, value, max, unit, gate, over } of rows) {
    const mark = over ? (gate ? '  OVER' : '  over') : ''
    const limit = Number.isFinite(max) ? formatNumber(max) : '-'
    console.log(`  ${what.padEnd(width)} ${formatNumber(value).padStart(10)} ${limit.padStart(9)} ${unit}${mark}`)
  }
  // JSON has no infinite number, so the file has the budget `null` where there is no budget.
  writeFileSync(RESULT, `${JSON.stringify(rows, undefined, 2)}\n`)
  return rows.filter(({ over, gate }) => gate && over).length
}

/** Returns the budget for the number of entries in the journal. If there is no budget, `max` is infinite. */
function budgetOf(name: BenchmarkName): Budget {
  const budget: Budget = BUDGETS[name]
  const entries = journalEntries()
  if (!budget.maxByEntries || entries === DEFAULT_ENTRIES) return budget
  const { what, unit, maxByEntries } = budget
  const max = maxByEntries[entries] ?? Infinity
  return { what: what.replace(formatCount(DEFAULT_ENTRIES), formatCount(entries)), unit, max }
}

const formatNumber = (value: number | null): string =>
  value === null ? 'not done' : String(Math.round(value * 1000) / 1000)
