import { isoDay, localTime, dateTimeText } from '#domain/clock.ts'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'

/** Returns a file name with the local date, such as `sitrep-export-2026-11-20.md`. */
export const exportFileName = (now: number, ending = 'md'): string => `sitrep-export-${isoDay(now)}.${ending}`

/**
 * Serializes entries oldest first: a line `[YYYY/MM/DD HH:mm] [LEVEL]`, then the unchanged text. A blank line separates
 * entries and the file ends with a newline.
 */
export function exportText(entries: readonly LogEntry[]): string {
  return entries
    .toSorted((a, b) => compareNewestFirst(b, a))
    .map(
      ({ timestamp, level, content }) =>
        `[${timestamp === null ? LOG_TEXT.dateUnknown : dateTimeText(timestamp)}] [${level}]\n${content}\n`,
    )
    .join('\n')
}

/** An entry of an export file. `time` is in milliseconds since 1970: null if unknown, NaN if invalid. */
export type ExportedEntry = { readonly time: number | null; readonly level: string; readonly content: string }

/** Matches the stamp line that starts an entry. Other programs may add spaces at the end of the line. */
const STAMP = new RegExp(
  String.raw`^\[(?:(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)|${LOG_TEXT.dateUnknown})\] \[([^\]\n]*)\] *$`,
)

/** Mail programs replace spaces with non-breaking spaces. */
const matchStamp = (line = ''): RegExpExecArray | null =>
  STAMP.exec(line.startsWith('[') ? line.replaceAll(/\s/g, ' ') : '')

/** Returns the time of a stamp: null if unknown, NaN if invalid. */
function stampTime([, year, month, day, hour, minute]: RegExpExecArray): number | null {
  return year === undefined ? null : localTime(...toNumbers(year, month, day, hour, minute))
}

/** Returns the indexes of the lines at which entries start. */
function entryStarts(lines: readonly string[]): readonly number[] {
  const starts: number[] = []
  let time: number | null = null
  let fence = ''
  for (const [index, line] of lines.entries()) {
    const stamp = matchStamp(line)
    if (!stamp || (index > 0 && !isBlankLine(lines[index - 1]))) {
      fence = openFenceAfter(line, fence)
      continue
    }
    const stamped = stampTime(stamp)
    // An export is sorted oldest first. A stamp in a code block that is older than the entry is therefore quoted from
    // another export.
    const isCopy = time !== null && (stamped === null || stamped < time)
    if (fence !== '' && isCopy && lines.slice(index).some((below) => openFenceAfter(below, fence) === '')) continue
    starts.push(index)
    time = stamped
    fence = ''
  }
  return starts
}

/** Returns the fence of the code block that is still open after a line, or an empty string. */
function openFenceAfter(line: string, openFence: string): string {
  const [, signs = '', rest = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (signs === '') return openFence
  if (openFence === '') return signs.startsWith('`') && rest.includes('`') ? '' : signs
  return signs.startsWith(openFence) && rest.trim() === '' ? '' : openFence
}

/**
 * Parses an export file with any line endings; undefined for any other file. A stamp starts an entry if it is on the
 * first line or follows a blank line. Exception: in a code block, a stamp that is older than the current entry is part
 * of the text.
 */
export function parseExport(file: string): readonly ExportedEntry[] | undefined {
  // A file whose line endings were converted to Windows twice contains `\r\r\n`.
  const parts = file.replace(/^\s*[\r\n](?=\[)/, '').split(/(\r+\n|\r|\n)/)
  const lines = parts.filter((_, index) => index % 2 === 0)
  const breaks = parts.filter((_, index) => index % 2 === 1)
  if (!matchStamp(lines[0])) return undefined
  const starts = entryStarts(lines)
  return starts.map((start, index) => {
    const next = starts[index + 1]
    // Removes the blank line before the next stamp. After the last entry, the line break may be missing.
    const end = next === undefined ? (lines.at(-1) === '' ? lines.length - 1 : lines.length) : next - 1
    const stamp = matchStamp(lines[start])
    // The app writes `\n` after each stamp. Any other line ending shows that another program has converted all line
    // endings.
    const isAsWritten = breaks[start] === '\n'
    return {
      time: stamp && stampTime(stamp),
      level: stamp?.[6] ?? '',
      content: lines
        .slice(start + 1, end)
        .map((line, place) => (place === 0 ? line : (isAsWritten ? breaks[start + place] : '\n') + line))
        .join(''),
    }
  })
}

const isBlankLine = (line: string | undefined): boolean => line !== undefined && line.trim() === ''

const toNumbers = (...parts: readonly (string | undefined)[]): [number, number, number, number, number] => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number)
  return [year, month, day, hour, minute]
}
