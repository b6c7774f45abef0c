import { listMarker } from './lineMarks.ts'
import { applyChanges, replaceSelection, selectedLines, type TextChange, type TextSelection } from './textSelection.ts'

/*
 * Formatting commands of the editor for Markdown. Each command is a toggle: the second call restores the original text,
 * unless the original text already contained marks of the command.
 */

/** Transforms a text together with its selection. */
export type FormatCommand = (passage: TextSelection) => TextSelection

const HEADING = /^[ \t]{0,3}(#{1,6} )/
const QUOTE = /^[ \t]*(?:> ?)+/
const DIVIDER = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const FENCE = /^(`{3,})[^`\n]*$/
/** The address of a new link until the user enters one. */
const PLACEHOLDER_ADDRESS = 'https://'
const WEB_ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i

export const bold: FormatCommand = toggleInline('**')
export const italic: FormatCommand = toggleInline('*')
export const strikethrough: FormatCommand = toggleInline('~~')
export const inlineCode: FormatCommand = toggleInline('`')
export const underline: FormatCommand = toggleInline('<u>', '</u>')

export const heading = (level: 1 | 2 | 3 | 4): FormatCommand => togglePrefix('heading', () => `${'#'.repeat(level)} `)
export const bulletList: FormatCommand = toggleList(/^[-*+]/, () => '- ')
export const numberedList: FormatCommand = toggleList(/^\d/, (index) => `${index + 1}. `)
export const taskList: FormatCommand = togglePrefix('list', (index, old) => `- ${checkboxIn(old[index]) || '[ ] '}`)

/** Converting between list kinds keeps checkboxes; toggling a list off removes them. */
function toggleList(sign: RegExp, markerOf: (index: number) => string): FormatCommand {
  return togglePrefix('list', (index, old) => {
    const same = old.every((one) => sign.test(one))
    return `${markerOf(index)}${same ? '' : checkboxIn(old[index])}`
  })
}

const checkboxIn = (beginning = ''): string => /\[[ xX]\] $/.exec(beginning)?.[0] ?? ''

/** Adds the mark to each selected line separately, or to the word at the caret. */
function toggleInline(open: string, close = open): FormatCommand {
  return (selection) => {
    const { text, from, to } = selection
    if (from === to) return toggleAtCaret(selection, open, close)
    const parts = markableSpans(text, from, to)
    if (parts.length === 0) return selection
    const found = parts.map((part) => marksAround(text, part, open, close))
    const changes = found.every((marks) => marks !== undefined)
      ? found.flatMap((marks) => marks)
      : parts.flatMap((part, index) => (found[index] ? [] : wrap(text, part, open, close)))
    return applyChanges(selection, changes)
  }
}

type Span = { readonly from: number; readonly to: number }

const wrap = (text: string, { from, to }: Span, open: string, close: string): readonly TextChange[] => {
  const [before, after] = open === '`' ? codeMarks(text.slice(from, to)) : [open, close]
  return [
    { from, to: from, replacement: before },
    { from: to, to, replacement: after },
  ]
}

/** Code that contains backticks needs a longer run of backticks around it. */
function codeMarks(code: string): readonly [string, string] {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return [ticks + gap, gap + ticks]
}

/**
 * Returns the range of each selected line that can be marked, without white space at its ends and without heading or
 * list markers.
 */
function markableSpans(text: string, from: number, to: number): readonly Span[] {
  const parts: Span[] = []
  for (let start = from; start <= to;) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd < 0 || lineEnd > to ? to : lineEnd
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const line = text.slice(lineStart, end)
    const beginning = prefixLength(line)
    const part = trimSpan(text, Math.max(start, lineStart + beginning), end)
    if (part) parts.push(part)
    start = end + 1
  }
  return parts
}

function prefixLength(line: string): number {
  const indent = indentOf(line)
  const sign = listMarker(line) || headingMarker(line)
  return sign === '' ? (QUOTE.exec(line)?.[0].length ?? 0) : indent + sign.length
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0

const headingMarker = (line: string): string => HEADING.exec(line)?.[1] ?? ''

function trimSpan(text: string, from: number, to: number): Span | undefined {
  const part = text.slice(from, to)
  const words = part.trim()
  if (words === '') return undefined
  const start = from + part.indexOf(words)
  return { from: start, to: start + words.length }
}

/**
 * Returns the changes that remove the marks of a range; undefined if the range is not marked. Checks each end
 * separately, because a selection across lines contains some marks and excludes others.
 */
function marksAround(text: string, { from, to }: Span, open: string, close: string): readonly TextChange[] | undefined {
  const start = markAt(text, from, to, open, 1)
  const end = markAt(text, to, from, close, -1)
  if (!start || !end || start.to > end.from) return undefined
  if (open === '`' && start.to - start.from !== end.to - end.from) return undefined
  return [start, end].map((span) => ({ ...span, replacement: '' }))
}

/**
 * Returns the mark at one end of a range, inside or outside the range. `inwards` is the direction of the marked text.
 */
function markAt(text: string, place: number, otherEnd: number, mark: string, inwards: 1 | -1): Span | undefined {
  const [sign = ''] = mark
  if (mark === '*' || mark === '**' || mark === '`') {
    const inside = countRun(text, place, sign, inwards, otherEnd)
    const run = inside + countRun(text, place, sign, inwards === 1 ? -1 : 1)
    // One asterisk is italic, two are bold, three are both. A run of backticks is one mark, whatever its length.
    const length = mark === '`' ? run : (mark === '*' ? run % 2 === 1 : run >= 2) ? mark.length : 0
    if (length === 0) return undefined
    const inner = place + inwards * inside
    return inwards === 1 ? { from: inner - length, to: inner } : { from: inner, to: inner + length }
  }
  const [before, after] = [place - mark.length, place + mark.length]
  const inside = inwards === 1 ? { from: place, to: after } : { from: before, to: place }
  const outside = inwards === 1 ? { from: before, to: place } : { from: place, to: after }
  return [inside, outside].find((span) => span.from >= 0 && text.slice(span.from, span.to) === mark)
}

/** Counts repetitions of a character from a position in one direction, up to `end`. */
function countRun(text: string, place: number, sign: string, step: 1 | -1, end = step === 1 ? text.length : 0): number {
  let run = 0
  while (
    step === 1 ? place + run < end && text[place + run] === sign : place - run > end && text[place - run - 1] === sign
  )
    run++
  return run
}

function toggleAtCaret(selection: TextSelection, open: string, close: string): TextSelection {
  const { text, from } = selection
  if (text.slice(0, from).endsWith(open) && text.slice(from).startsWith(close))
    return applyChanges(selection, [{ from: from - open.length, to: from + close.length, replacement: '' }])
  const word = wordAt(text, from)
  if (!word)
    return {
      text: text.slice(0, from) + open + close + text.slice(from),
      from: from + open.length,
      to: from + open.length,
    }
  const marks = marksAround(text, word, open, close)
  const changed = applyChanges({ text, ...word }, marks ?? wrap(text, word, open, close))
  const caret = changed.from + Math.min(from - word.from, changed.to - changed.from)
  return { text: changed.text, from: caret, to: caret }
}

/** Returns the word that contains or ends at a position. */
function wordAt(text: string, place: number): Span | undefined {
  const before = /[\p{L}\p{N}\p{M}_'’-]*$/u.exec(text.slice(0, place))?.[0] ?? ''
  const after = /^[\p{L}\p{N}\p{M}_'’-]*/u.exec(text.slice(place))?.[0] ?? ''
  return before === '' || after === '' ? undefined : { from: place - before.length, to: place + after.length }
}

type PrefixKind = 'heading' | 'list'

/**
 * Adds a prefix to every selected line, in place of any other prefix of the same kind. If all selected lines already
 * have the prefix, removes it.
 * @param prefixOf returns the prefix of a line, given the current prefixes of all lines
 */
function togglePrefix(
  kind: PrefixKind,
  prefixOf: (index: number, oldMarkers: readonly string[]) => string,
): FormatCommand {
  const markerOf = kind === 'heading' ? headingMarker : listMarker
  return (selection) => {
    const lines = linesOf(selection)
    const filled = lines.length === 1 ? lines : lines.filter(({ line }) => line.trim() !== '')
    const old = filled.map(({ line }) => markerOf(line))
    const allHavePrefix = old.every((one, index) => one === prefixOf(index, old))
    const changes = filled.map(({ line, start }, index): TextChange => {
      const from = start + indentOf(line)
      return { from, to: from + (old[index]?.length ?? 0), replacement: allHavePrefix ? '' : prefixOf(index, old) }
    })
    return applyChanges(selection, changes)
  }
}

function linesOf(selection: TextSelection): readonly { readonly line: string; readonly start: number }[] {
  const { start, end } = selectedLines(selection)
  let at = start
  return selection.text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const found = { line, start: at }
      at += line.length + 1
      return found
    })
}

/** Adds a code fence around the selected lines, or removes it. */
export const codeBlock: FormatCommand = (selection) => {
  const { text } = selection
  const { start, end } = selectedLines(selection)
  const block = text.slice(start, end)
  const lines = block.split('\n')
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  if (lines.length > 1 && FENCE.test(first) && FENCE.exec(last)?.[0] === FENCE.exec(first)?.[1])
    return applyChanges(selection, [
      { from: start, to: start + first.length + 1, replacement: '' },
      { from: end - last.length - 1, to: end, replacement: '' },
    ])
  const [above, below] = [lineBefore(text, start), lineAfter(text, end)]
  if (above !== undefined && below !== undefined && FENCE.test(above) && below === FENCE.exec(above)?.[1])
    return applyChanges(selection, [
      { from: start - above.length - 1, to: start, replacement: '' },
      { from: end, to: end + 1 + below.length, replacement: '' },
    ])
  const longest = Math.max(2, ...(block.match(/^`{3,}/gm) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return applyChanges(selection, [
    { from: start, to: start, replacement: `${fence}\n` },
    { from: end, to: end, replacement: `\n${fence}` },
  ])
}

const lineBefore = (text: string, start: number): string | undefined =>
  start === 0 ? undefined : text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1)

function lineAfter(text: string, end: number): string | undefined {
  if (end >= text.length) return undefined
  const next = text.indexOf('\n', end + 1)
  return text.slice(end + 1, next < 0 ? text.length : next)
}

/** Inserts a horizontal rule below the selection, or removes the selected rule. */
export const divider: FormatCommand = (selection) => {
  const { start, end } = selectedLines(selection)
  const { text } = selection
  if (DIVIDER.test(text.slice(start, end))) {
    const from = text[start - 1] === '\n' ? start - 1 : start
    return { text: text.slice(0, from) + text.slice(end), from, to: from }
  }
  // Dashes directly below text would turn it into a heading, so a blank line separates them.
  const blank = text.slice(start, end).trim() === ''
  const before = blank ? (needsGap(text.slice(0, start)) ? '\n' : '') : '\n\n'
  const after = text.slice(end).startsWith('\n\n') ? '\n' : text.slice(end).startsWith('\n') ? '\n' : '\n\n'
  return replaceSelection({ text, from: blank ? start : end, to: end }, `${before}---${after}`)
}

const needsGap = (before: string): boolean => before !== '' && !before.endsWith('\n\n')

/**
 * Turns the selection into a link and selects its URL, or turns a link back into plain text. A link without a text
 * becomes its URL.
 */
export const link: FormatCommand = (selection) => {
  const { text, from, to } = selection
  const existing = linkAround(text, from, to)
  if (existing)
    return {
      text: text.slice(0, existing.from) + existing.plainText + text.slice(existing.to),
      from: existing.from,
      to: existing.from + existing.plainText.length,
    }
  const selected = text.slice(from, to)
  if (WEB_ADDRESS.test(selected))
    return { ...replaceSelection(selection, `[](${selected})`), from: from + 1, to: from + 1 }
  const markdown = `[${selected}](${PLACEHOLDER_ADDRESS})`
  const address = from + selected.length + 3
  return selected === ''
    ? { text: replaceSelection(selection, markdown).text, from: from + 1, to: from + 1 }
    : { text: replaceSelection(selection, markdown).text, from: address, to: address + PLACEHOLDER_ADDRESS.length }
}

/** Returns the link that contains a range, and the plain text that replaces the link. */
function linkAround(text: string, from: number, to: number): (Span & { readonly plainText: string }) | undefined {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd)
  for (const found of line.matchAll(/\[([^[\]\n]*)\]\(([^()\s]*)\)/g)) {
    const [whole, words = '', address = ''] = found
    const start = lineStart + found.index
    const end = start + whole.length
    if (start <= from && to <= end && !(from === to && (from === start || from === end)))
      return { from: start, to: end, plainText: words === '' && address !== PLACEHOLDER_ADDRESS ? address : words }
  }
  return undefined
}

/** Turns the selected text into a link if the pasted text is a URL; undefined for an ordinary paste. */
export function pasteLink({ text, from, to }: TextSelection, pasted: string): TextSelection | undefined {
  const address = pasted.trim()
  const words = text.slice(from, to)
  if (words.trim() === '' || /[[\]\n]/.test(words) || !WEB_ADDRESS.test(address) || WEB_ADDRESS.test(words))
    return undefined
  // Parentheses would end the URL early.
  const target = /[()]/.test(address) ? `<${address}>` : address
  return replaceSelection({ text, from, to }, `[${words}](${target})`)
}
