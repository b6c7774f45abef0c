export type LogLevel = 'TACTICAL' | 'INTEL' | 'ALERT' | 'FIELD'

export const LOG_LEVELS: readonly LogLevel[] = ['TACTICAL', 'INTEL', 'ALERT', 'FIELD']

/** Level of a new entry (specification §3). */
export const DEFAULT_LEVEL: LogLevel = 'TACTICAL'

/** Level shown for a stored entry without a level (specification §3). */
export const FALLBACK_LEVEL: LogLevel = 'FIELD'

export const isLogLevel = (text: string): text is LogLevel => LOG_LEVELS.some((level) => level === text)
