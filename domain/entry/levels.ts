/** A classification level, as stored. */
export type LogLevel = 'TACTICAL' | 'INTEL' | 'ALERT' | 'FIELD'

export const LOG_LEVELS: readonly LogLevel[] = ['TACTICAL', 'INTEL', 'ALERT', 'FIELD']

/** What a new entry starts with (specification §3). */
export const DEFAULT_LEVEL: LogLevel = 'TACTICAL'

/** What a stored entry without a level is shown as (specification §3). */
export const FALLBACK_LEVEL: LogLevel = 'FIELD'

export const isLogLevel = (text: string): text is LogLevel => LOG_LEVELS.some((level) => level === text)
