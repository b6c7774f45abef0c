import { isoDay, localTime, stampText } from '#domain/clock.ts'
import { compareNewestFirst, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_TEXT } from '#domain/messages.ts'

/** `sitrep-export-2026-11-20.md` */
export const exportFileName = (now: number, ending = 'md'): string => `sitrep-export-${isoDay(now)}.${ending}`

/**
 * The export file: oldest first, each entry `[YYYY/MM/DD HH:mm] [LEVEL]` and, on the next line, its text as it was
 * written. A blank line stands between entries and the file ends with a newline.
 */
export function exportText(entries: readonly LogEntry[]): string {
  return entries
    .toSorted((a, b) => compareNewestFirst(b, a))
    .map(
      ({ timestamp, level, content }) =>
        `[${timestamp === null ? LOG_TEXT.dateUnknown : stampText(timestamp)}] [${level}]\n${content}\n`,
    )
    .join('\n')
}

/** An entry of an export file. Its time is in milliseconds since 1970: null for an unknown one, NaN for none that there is. */
export type ExportedEntry = { readonly time: number | null; readonly level: string; readonly content: string }

/** The line that begins an entry. Other programs leave blanks at its end. */
const STAMP = new RegExp(
  String.raw`^\[(?:(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)|${LOG_TEXT.dateUnknown})\] \[([^\]\n]*)\] *$`,
)

/** Mail programs make blanks ones at which no line breaks. */
const matchStamp = (line = ''): RegExpExecArray | null =>
  STAMP.exec(line.startsWith('[') ? line.replaceAll(/\s/g, ' ') : '')

/** What a stamp says: null for an unknown time, NaN for none that there is. */
function stampTime([, year, month, day, hour, minute]: RegExpExecArray): number | null {
  return year === undefined ? null : localTime(...toNumbers(year, month, day, hour, minute))
}

/** Where entries begin. */
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
    // What is copied from an export is older than its copy; entries stand oldest first.
    const isCopy = time !== null && (stamped === null || stamped < time)
    if (fence !== '' && isCopy && lines.slice(index).some((below) => openFenceAfter(below, fence) === '')) continue
    starts.push(index)
    time = stamped
    fence = ''
  }
  return starts
}

/** The signs of the code that is open below a line: none where there is no such code. */
function openFenceAfter(line: string, openFence: string): string {
  const [, signs = '', rest = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (signs === '') return openFence
  if (openFence === '') return signs.startsWith('`') && rest.includes('`') ? '' : signs
  return signs.startsWith(openFence) && rest.trim() === '' ? '' : openFence
}

/**
 * The entries of an export file, whatever line breaks another program has given it; undefined for any other file. A
 * stamp begins an entry at the start of the file and below an empty line: one that stands in a text is text, and so is
 * an older one within code.
 */
export function parseExport(file: string): readonly ExportedEntry[] | undefined {
  // A line break that was made one of Windows twice is `\r\r\n`.
  const parts = file.replace(/^\s*[\r\n](?=\[)/, '').split(/(\r+\n|\r|\n)/)
  const lines = parts.filter((_, index) => index % 2 === 0)
  const breaks = parts.filter((_, index) => index % 2 === 1)
  if (!matchStamp(lines[0])) return undefined
  const starts = entryStarts(lines)
  return starts.map((start, index) => {
    const next = starts[index + 1]
    // Below the text stands a line break, which may have gone at the end of the file, and above a stamp an empty line.
    const end = next === undefined ? (lines.at(-1) === '' ? lines.length - 1 : lines.length) : next - 1
    const stamp = matchStamp(lines[start])
    // A stamp is written with a line feed: where it has another line break, so have the lines of the text.
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
