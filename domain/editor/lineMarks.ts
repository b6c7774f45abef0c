import { replaceSelection, selectedLines, type TextSelection } from './textSelection.ts'

/** A list marker and, for a task, a checkbox. */
const LIST_ITEM = /^[ \t]*((?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?)/
const BOX = /^\[[ xX]\][ \t]/
const DIVIDER = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/
/** A mark with the white space before it: a quotation, a list item or a footnote. */
const MARK = /([ \t]*)(?:(>) ?|((?:[-*+]|\d{1,9}[.)])[ \t])|\[\^[^\]\s]+\]:[ \t]*)/gy
/** CommonMark limits list numbers to nine digits. */
const MAX_NUMBER = 999_999_999

/**
 * Returns the list marker of a line with its checkbox, or an empty string. Looks at this line alone, without parsing
 * Markdown.
 */
export const listMarker = (line: string): string => (DIVIDER.test(line) ? '' : (LIST_ITEM.exec(line)?.[1] ?? ''))

/** A possible mark at the start of a line. Only the line itself is examined, so a line of code can look like a mark. */
export type LineMark = {
  readonly kind: 'item' | 'quote' | 'note'
  /** The mark and the white space around it. */
  readonly text: string
  /** The offset of the mark in the line. */
  readonly at: number
  readonly end: number
  /** Number of quotation levels up to this mark. */
  readonly quotes: number
}

/**
 * Continues a list or quotation on Enter: the next line gets the marks of the current line. On an empty item, Enter
 * ends the list. On any other line, returns undefined, and the browser inserts a line break.
 * @param isMark returns whether a candidate is really a mark
 */
export function continueMarkedLine(
  selection: TextSelection,
  isMark: (mark: LineMark, line: string) => boolean = looksLikeMark,
): TextSelection | undefined {
  const { text, from, to } = selection
  if (from !== to) return undefined
  const { start, end } = selectedLines(selection)
  const line = text.slice(start, end)
  const marks = marksOf(line.slice(0, from - start)).filter((mark) => isMark(mark, line))
  const mark = marks.findLast(({ kind }) => kind === 'item') ?? marks.findLast(({ kind }) => kind === 'quote')
  if (!mark) return undefined
  const before = marks.slice(0, marks.indexOf(mark))
  const box = mark.kind === 'item' ? (BOX.exec(text.slice(start + mark.end, from))?.[0] ?? '') : ''
  if (text.slice(start + mark.end + box.length, end).trim() === '') {
    const quoteEnd = mark.kind === 'item' ? (before.findLast(({ kind }) => kind === 'quote')?.end ?? 0) : 0
    return replaceSelection({ text, from: start + quoteEnd, to: end }, '')
  }
  const next = mark.text.replace(/\d+/, (number) => String(Math.min(Number(number) + 1, MAX_NUMBER)))
  return replaceSelection(
    selection,
    `\n${before.map((one, index) => indentOf(one, before[index + 1], line)).join('')}${next}${box && '[ ] '}`,
  )
}

/** Without a parser, every candidate is a mark, except in a horizontal rule. */
const looksLikeMark = (_: LineMark, line: string): boolean => !DIVIDER.test(line)

function marksOf(line: string): readonly LineMark[] {
  let quotes = 0
  return Array.from(line.matchAll(MARK), ({ index, 0: text, 1: space = '', 2: quote, 3: item }) => {
    if (quote) quotes++
    const kind = quote ? 'quote' : item ? 'item' : 'note'
    return { kind, text, at: index + space.length, end: index + text.length, quotes }
  })
}

/** Returns the indent that the next line gets in place of a mark of the current line. */
function indentOf({ kind, text, end }: LineMark, inner: LineMark | undefined, line: string): string {
  if (kind === 'note') return '    '
  if (kind === 'item') return ' '.repeat(columnAt(line, end) - columnAt(line, end - text.length))
  // The first space after a quotation mark belongs to the mark, so it must not count as indent of the next mark.
  return inner && inner.kind !== 'quote' ? text.replace(/>$/, '> ') : text
}

const TAB_COLUMNS = 4

/** Tabs extend to the next multiple of four columns (CommonMark, section 2.2). */
const columnAt = (line: string, offset: number): number =>
  Array.from(line.slice(0, offset)).reduce(
    (column, character) => column + (character === '\t' ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1),
    0,
  )
