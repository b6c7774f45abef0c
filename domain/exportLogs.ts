import { isoDay, stampText } from './clock.ts'
import { newestFirst, type LogEntry } from './log.ts'
import { LOG_TEXT } from './messages.ts'

/** `sitrep-export-2026-11-20.md` */
export const exportFileName = (now: number, ending = 'md'): string => `sitrep-export-${isoDay(now)}.${ending}`

/**
 * The export file: oldest first, each entry `[YYYY/MM/DD HH:mm] [LEVEL]` and, on the next line, its text as it was
 * written. A blank line stands between entries and the file ends with a newline.
 */
export function exportText(entries: readonly LogEntry[]): string {
  return entries
    .toSorted((a, b) => newestFirst(b, a))
    .map(
      ({ timestamp, level, content }) =>
        `[${timestamp === null ? LOG_TEXT.dateUnknown : stampText(timestamp)}] [${level}]\n${content}\n`,
    )
    .join('\n')
}
