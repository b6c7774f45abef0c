import { insert, selectedLines, type TextSelection } from './textSelection.ts'

/** A sign and, in a task, a box. */
const LIST_ITEM = /^[ \t]*((?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?)/
const BOX = /^\[[ xX]\][ \t]/
const DIVIDER = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/
/** One mark with the white space before it: a quotation, a list item, a footnote. */
const MARK = /([ \t]*)(?:(>) ?|((?:[-*+]|\d{1,9}[.)])[ \t])|\[\^[^\]\s]+\]:[ \t]*)/gy
/** The longest number of a list has nine digits. */
const MAX_NUMBER = 999_999_999

/** The sign of a list item with its box, as the line looks; empty where it is none. */
export const listMarker = (line: string): string => (DIVIDER.test(line) ? '' : (LIST_ITEM.exec(line)?.[1] ?? ''))

/** What a line begins with, as it looks: a line within code can look the same. */
export type LineMark = {
  readonly kind: 'item' | 'quote' | 'note'
  /** The mark with the white space before and behind it. */
  readonly text: string
  /** Where it stands in its line. */
  readonly at: number
  readonly end: number
  /** How many quotations the line has up to here. */
  readonly quotes: number
}

/**
 * What Enter does in a list or a quotation: the next line begins as this one; an empty one ends it. Undefined elsewhere,
 * where Enter is Enter.
 * @param isMark whether what looks like a mark is one
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
    return insert({ text, from: start + quoteEnd, to: end }, '')
  }
  const next = mark.text.replace(/\d+/, (number) => String(Math.min(Number(number) + 1, MAX_NUMBER)))
  return insert(selection, `\n${before.map(indentOf).join('')}${next}${box && '[ ] '}`)
}

/** Without a parser everything is a mark but a divider's signs. */
const looksLikeMark = (_: LineMark, line: string): boolean => !DIVIDER.test(line)

function marksOf(line: string): readonly LineMark[] {
  let quotes = 0
  return Array.from(line.matchAll(MARK), ({ index, 0: text, 1: space = '', 2: quote, 3: item }) => {
    if (quote) quotes++
    const kind = quote ? 'quote' : item ? 'item' : 'note'
    return { kind, text, at: index + space.length, end: index + text.length, quotes }
  })
}

/** What stands before the next line's mark in the place of one before this line's. */
function indentOf({ kind, text }: LineMark): string {
  if (kind === 'quote') return text
  return kind === 'item' ? text.replace(/\S/g, ' ') : '    '
}
