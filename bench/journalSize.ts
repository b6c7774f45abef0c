/**
 * The number of entries in the journal of the benchmarks for which a size can be chosen. The budgets apply to this
 * size.
 */
export const DEFAULT_ENTRIES = 10_000
/** Smaller journals do not fill the pages through which the benchmarks scroll. */
const MIN_ENTRIES = 1000
/** `bench/main.ts` passes the size to the processes of the suites in this environment variable. */
const VARIABLE = 'BENCH_ENTRIES'

/** Sets the number of entries for all processes that this process starts. */
export function setEntries(text: string): void {
  const entries = Number(text)
  if (!Number.isInteger(entries) || entries < MIN_ENTRIES)
    throw new Error(`--entries=${text} is not a whole number of at least ${MIN_ENTRIES}.`)
  process.env[VARIABLE] = String(entries)
}

/** Returns the number of entries in the journal of the benchmarks for which a size can be chosen. */
export const journalEntries = (): number => Number(process.env[VARIABLE] ?? DEFAULT_ENTRIES)

export const formatCount = (count: number): string => count.toLocaleString('en-GB')
