/** The state of a history entry that opens a new entry and starts a recording. */
export const DICTATION = { dictate: true } as const

export const isDictation = (locationState: unknown): boolean =>
  typeof locationState === 'object' && locationState !== null && 'dictate' in locationState
