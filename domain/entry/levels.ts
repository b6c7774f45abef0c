export type LogLevel = 'TACTICAL' | 'INTEL' | 'ALERT' | 'FIELD'

export const LOG_LEVELS: readonly LogLevel[] = ['TACTICAL', 'INTEL', 'ALERT', 'FIELD']

/** What each level is for, as the analysis understands it. */
export const LEVEL_MEANINGS: { readonly [level in LogLevel]: string } = {
  TACTICAL: 'Something is planned, decided or done.',
  INTEL: 'Something was learned or observed.',
  ALERT: 'Something is urgent, broken or dangerous.',
  FIELD: 'Anything else that happened.',
}

/** Level of a new entry (specification §3). */
export const DEFAULT_LEVEL: LogLevel = 'TACTICAL'

/** Level shown for a stored entry without a level (specification §3). */
export const FALLBACK_LEVEL: LogLevel = 'FIELD'

export const isLogLevel = (text: string): text is LogLevel => LOG_LEVELS.some((level) => level === text)
