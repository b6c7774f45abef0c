/** What the database says when it will never take a write; anything else may pass. */
const REFUSALS: readonly unknown[] = ['permission-denied', 'invalid-argument', 'not-found', 'out-of-range']

export const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && REFUSALS.includes(error.code)

/** What the database says of a write that it refuses. */
export const refusalText = (error: unknown): string => (error instanceof Error ? error.message : 'It gives no reason.')
