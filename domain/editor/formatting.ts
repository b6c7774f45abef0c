import { listSign } from './lineMarks.ts'
import { apply, insert, selectedLines, type Change, type Passage } from './textSelection.ts'

/*
 * What the editor's keys do to Markdown. Each verb is a toggle: pressed twice it gives back what was there, wherever
 * the first press found none of its marks.
 */

/** Turns a text with its selection into another. */
export type Verb = (passage: Passage) => Passage

const HEADING = /^[ \t]{0,3}(#{1,6} )/
const QUOTE = /^[ \t]*(?:> ?)+/
const DIVIDER = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const FENCE = /^(`{3,})[^`\n]*$/
const WEB_ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i

export const bold: Verb = inline('**')
export const italic: Verb = inline('*')
export const strikethrough: Verb = inline('~~')
export const inlineCode: Verb = inline('`')
export const underline: Verb = inline('<u>', '</u>')

export const heading = (level: 1 | 2 | 3 | 4): Verb => prefix('heading', () => `${'#'.repeat(level)} `)
export const bulletList: Verb = list(/^[-*+]/, () => '- ')
export const numberedList: Verb = list(/^\d/, (index) => `${index + 1}. `)
export const taskList: Verb = prefix('list', (index, old) => `- ${boxIn(old[index]) || '[ ] '}`)

/** A list of another kind keeps its boxes; one of the same kind loses them. */
function list(sign: RegExp, beginning: (index: number) => string): Verb {
  return prefix('list', (index, old) => {
    const same = old.every((one) => sign.test(one))
    return `${beginning(index)}${same ? '' : boxIn(old[index])}`
  })
}

const boxIn = (beginning = ''): string => /\[[ xX]\] $/.exec(beginning)?.[0] ?? ''

/** Marks the selected words, line by line, or the word that the caret stands in. */
function inline(open: string, close = open): Verb {
  return (passage) => {
    const { text, from, to } = passage
    if (from === to) return atCaret(passage, open, close)
    const parts = wordsOfLines(text, from, to)
    if (parts.length === 0) return passage
    const found = parts.map((part) => marksAround(text, part, open, close))
    const changes = found.every((marks) => marks !== undefined)
      ? found.flatMap((marks) => marks)
      : parts.flatMap((part, index) => (found[index] ? [] : wrap(text, part, open, close)))
    return apply(passage, changes)
  }
}

type Span = { readonly from: number; readonly to: number }

const wrap = (text: string, { from, to }: Span, open: string, close: string): readonly Change[] => {
  const [before, after] = open === '`' ? codeMarks(text.slice(from, to)) : [open, close]
  return [
    { from, to: from, put: before },
    { from: to, to, put: after },
  ]
}

/** Code that holds backticks stands between more of them. */
function codeMarks(code: string): readonly [string, string] {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return [ticks + gap, gap + ticks]
}

/** The part of each selected line that can be marked: no white space at its ends, no heading's or list's beginning. */
function wordsOfLines(text: string, from: number, to: number): readonly Span[] {
  const parts: Span[] = []
  for (let start = from; start <= to;) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd < 0 || lineEnd > to ? to : lineEnd
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const line = text.slice(lineStart, end)
    const beginning = beginningOf(line)
    const part = trimmed(text, Math.max(start, lineStart + beginning), end)
    if (part) parts.push(part)
    start = end + 1
  }
  return parts
}

function beginningOf(line: string): number {
  const indent = indentOf(line)
  const sign = listSign(line) || headingSign(line)
  return sign === '' ? (QUOTE.exec(line)?.[0].length ?? 0) : indent + sign.length
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0

const headingSign = (line: string): string => HEADING.exec(line)?.[1] ?? ''

function trimmed(text: string, from: number, to: number): Span | undefined {
  const part = text.slice(from, to)
  const words = part.trim()
  if (words === '') return undefined
  const start = from + part.indexOf(words)
  return { from: start, to: start + words.length }
}

/**
 * The changes that take a part's marks away; undefined where it is not marked. A selection of several lines has some
 * marks in it and others around it, so each end is looked at by itself.
 */
function marksAround(text: string, { from, to }: Span, open: string, close: string): readonly Change[] | undefined {
  const start = markAt(text, from, to, open, 1)
  const end = markAt(text, to, from, close, -1)
  if (!start || !end || start.to > end.from) return undefined
  if (open === '`' && start.to - start.from !== end.to - end.from) return undefined
  return [start, end].map((span) => ({ ...span, put: '' }))
}

/** Where the mark at one end of a part is, inside or outside of it; `inwards` is the direction of its words. */
function markAt(text: string, place: number, otherEnd: number, mark: string, inwards: 1 | -1): Span | undefined {
  const [sign = ''] = mark
  if (mark === '*' || mark === '**' || mark === '`') {
    const inside = runOf(text, place, sign, inwards, otherEnd)
    const run = inside + runOf(text, place, sign, inwards === 1 ? -1 : 1)
    // One asterisk is italic, two are bold, three are both. Backticks count as one mark, however many.
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

/** How often a sign stands in a row from a place on, in one direction, and no further than `end`. */
function runOf(text: string, place: number, sign: string, step: 1 | -1, end = step === 1 ? text.length : 0): number {
  let run = 0
  while (
    step === 1 ? place + run < end && text[place + run] === sign : place - run > end && text[place - run - 1] === sign
  )
    run++
  return run
}

function atCaret(passage: Passage, open: string, close: string): Passage {
  const { text, from } = passage
  if (text.slice(0, from).endsWith(open) && text.slice(from).startsWith(close))
    return apply(passage, [{ from: from - open.length, to: from + close.length, put: '' }])
  const word = wordAt(text, from)
  if (!word)
    return {
      text: text.slice(0, from) + open + close + text.slice(from),
      from: from + open.length,
      to: from + open.length,
    }
  const marks = marksAround(text, word, open, close)
  const changed = apply({ text, ...word }, marks ?? wrap(text, word, open, close))
  const caret = changed.from + Math.min(from - word.from, changed.to - changed.from)
  return { text: changed.text, from: caret, to: caret }
}

/** The word around a place, if it stands inside one or at its end. */
function wordAt(text: string, place: number): Span | undefined {
  const before = /[\p{L}\p{N}\p{M}_'’-]*$/u.exec(text.slice(0, place))?.[0] ?? ''
  const after = /^[\p{L}\p{N}\p{M}_'’-]*/u.exec(text.slice(place))?.[0] ?? ''
  return before === '' || after === '' ? undefined : { from: place - before.length, to: place + after.length }
}

type Kind = 'heading' | 'list'

/**
 * Gives every selected line a beginning in place of another of its kind, or takes it away where all have it.
 * @param beginning of a line, by what all of them begin with now
 */
function prefix(kind: Kind, beginning: (index: number, old: readonly string[]) => string): Verb {
  const signIn = kind === 'heading' ? headingSign : listSign
  return (passage) => {
    const lines = linesOf(passage)
    const filled = lines.length === 1 ? lines : lines.filter(({ line }) => line.trim() !== '')
    const old = filled.map(({ line }) => signIn(line))
    const all = old.every((one, index) => one === beginning(index, old))
    const changes = filled.map(({ line, start }, index): Change => {
      const from = start + indentOf(line)
      return { from, to: from + (old[index]?.length ?? 0), put: all ? '' : beginning(index, old) }
    })
    return apply(passage, changes)
  }
}

function linesOf(passage: Passage): readonly { readonly line: string; readonly start: number }[] {
  const { start, end } = selectedLines(passage)
  let at = start
  return passage.text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const found = { line, start: at }
      at += line.length + 1
      return found
    })
}

/** Puts the selected lines between fences, or takes the fences away. */
export const codeBlock: Verb = (passage) => {
  const { text } = passage
  const { start, end } = selectedLines(passage)
  const block = text.slice(start, end)
  const lines = block.split('\n')
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  if (lines.length > 1 && FENCE.test(first) && FENCE.exec(last)?.[0] === FENCE.exec(first)?.[1])
    return apply(passage, [
      { from: start, to: start + first.length + 1, put: '' },
      { from: end - last.length - 1, to: end, put: '' },
    ])
  const [above, below] = [lineBefore(text, start), lineAfter(text, end)]
  if (above !== undefined && below !== undefined && FENCE.test(above) && below === FENCE.exec(above)?.[1])
    return apply(passage, [
      { from: start - above.length - 1, to: start, put: '' },
      { from: end, to: end + 1 + below.length, put: '' },
    ])
  const longest = Math.max(2, ...(block.match(/^`{3,}/gm) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return apply(passage, [
    { from: start, to: start, put: `${fence}\n` },
    { from: end, to: end, put: `\n${fence}` },
  ])
}

const lineBefore = (text: string, start: number): string | undefined =>
  start === 0 ? undefined : text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1)

function lineAfter(text: string, end: number): string | undefined {
  if (end >= text.length) return undefined
  const next = text.indexOf('\n', end + 1)
  return text.slice(end + 1, next < 0 ? text.length : next)
}

/** A line across the page below the selection; pressed on such a line, it goes. */
export const divider: Verb = (passage) => {
  const { start, end } = selectedLines(passage)
  const { text } = passage
  if (DIVIDER.test(text.slice(start, end))) {
    const from = text[start - 1] === '\n' ? start - 1 : start
    return { text: text.slice(0, from) + text.slice(end), from, to: from }
  }
  // A line of dashes right below words would make them a heading: a blank line keeps them apart.
  const blank = text.slice(start, end).trim() === ''
  const before = blank ? (needsGap(text.slice(0, start)) ? '\n' : '') : '\n\n'
  const after = text.slice(end).startsWith('\n\n') ? '\n' : text.slice(end).startsWith('\n') ? '\n' : '\n\n'
  return insert({ text, from: blank ? start : end, to: end }, `${before}---${after}`)
}

const needsGap = (before: string): boolean => before !== '' && !before.endsWith('\n\n')

/** Makes the selection a link whose address is selected next, or a link plain text again. */
export const link: Verb = (passage) => {
  const { text, from, to } = passage
  const existing = linkAround(text, from, to)
  if (existing)
    return {
      text: text.slice(0, existing.from) + existing.words + text.slice(existing.to),
      from: existing.from,
      to: existing.from + existing.words.length,
    }
  const selected = text.slice(from, to)
  if (WEB_ADDRESS.test(selected)) return { ...insert(passage, `[](${selected})`), from: from + 1, to: from + 1 }
  const put = `[${selected}](https://)`
  const address = from + selected.length + 3
  return selected === ''
    ? { text: insert(passage, put).text, from: from + 1, to: from + 1 }
    : { text: insert(passage, put).text, from: address, to: address + 'https://'.length }
}

function linkAround(text: string, from: number, to: number): (Span & { readonly words: string }) | undefined {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd)
  for (const found of line.matchAll(/\[([^[\]\n]*)\]\([^()\s]*\)/g)) {
    const start = lineStart + found.index
    const end = start + found[0].length
    if (start <= from && to <= end && !(from === to && (from === start || from === end)))
      return { from: start, to: end, words: found[1] ?? '' }
  }
  return undefined
}

/** An address pasted over words makes them a link; undefined where it is an ordinary paste. */
export function pasteLink({ text, from, to }: Passage, pasted: string): Passage | undefined {
  const address = pasted.trim()
  const words = text.slice(from, to)
  if (words.trim() === '' || /[[\]\n]/.test(words) || !WEB_ADDRESS.test(address) || WEB_ADDRESS.test(words))
    return undefined
  // Parentheses would end the address early.
  const target = /[()]/.test(address) ? `<${address}>` : address
  return insert({ text, from, to }, `[${words}](${target})`)
}
