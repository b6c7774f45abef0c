import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'

/** Returns an entry with defaults for everything that a test does not specify. */
export const logEntry = (about: Partial<LogEntry> = {}): LogEntry => ({
  id: 'one',
  ...EMPTY_CONTENT,
  content: 'text',
  level: 'INTEL',
  timestamp: 1_000_000,
  lastUpdated: null,
  updatedAt: null,
  suggestions: null,
  deleted: false,
  listed: about.timestamp !== null && about.deleted !== true,
  deletedAt: null,
  frequency: null,
  clientTime: null,
  timeZone: null,
  queued: false,
  ...about,
})
