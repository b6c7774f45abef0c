import type { Nodes } from 'mdast'
import { continueMarkedLine, type LineMark } from './lineMarks.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'
import { selectedLines, type TextSelection } from './textSelection.ts'

/**
 * What Enter does in a list or a quotation, where the Markdown parser says that the line is one: the next line begins as
 * this one; an empty one ends it. Undefined elsewhere, where Enter is Enter.
 */
export function continueLine(selection: TextSelection): TextSelection | undefined {
  let open: { readonly blocks: readonly Nodes[]; readonly lineStart: number } | undefined
  return continueMarkedLine(selection, ({ kind, at, quotes }) => {
    open ??= openBlocks(selection)
    const { blocks, lineStart } = open
    if (kind === 'quote') return blocks.filter(({ type }) => type === 'blockquote').length >= quotes
    return blocks.some(({ type, position }) => type === BLOCK_TYPES[kind] && position?.start.offset === lineStart + at)
  })
}

const BLOCK_TYPES = { item: 'listItem', note: 'footnoteDefinition' } as const satisfies {
  readonly [kind in LineMark['kind']]?: Nodes['type']
}

/** The blocks that the caret's line stands in, the outermost first. What comes below the line changes none of them. */
function openBlocks(selection: TextSelection): { readonly blocks: readonly Nodes[]; readonly lineStart: number } {
  const { start, end } = selectedLines(selection)
  const above = withoutClosedBlocks(selection.text.slice(0, end))
  const blocks: Nodes[] = []
  let block: Nodes | undefined = parseMarkdown(above)
  while (block) {
    blocks.push(block)
    block = 'children' in block ? block.children.at(-1) : undefined
  }
  return { blocks, lineStart: above.length - (end - start) }
}

/** Paragraphs and headings stand for themselves behind a blank line, bullets anywhere. */
const NEW_BLOCK_LINE = /^(?=[\p{L}#]|[-*+][ \t][\p{L}[])/mu
const BULLET = /^[-*+]/
const BLANK_LINE = /\n[ \t]*\n/
const BLANK_END = /\n[ \t]*\n$/
/** What can begin or end code and HTML, in which no line stands for itself. */
const FENCE = /`{3}|~{3}/
const FENCE_OR_HTML = /`{3}|~{3}|[<>]/

/**
 * The text without what is closed before its last line: parsing 50,000 characters takes longer than a frame. Of what is
 * left out only a blank line is left, which ends some kinds of HTML.
 */
function withoutClosedBlocks(text: string): string {
  const parts = text.split(NEW_BLOCK_LINE)
  const enclosing = text.includes('<') ? FENCE_OR_HTML : FENCE
  let leaveOut = false
  return parts
    .toReversed()
    .map((part, index, reversed) => {
      const next = reversed[index - 1]
      if (next === undefined) return part
      const closed = BULLET.test(next) || BLANK_END.test(part)
      leaveOut = (closed || leaveOut) && !enclosing.test(part)
      return leaveOut ? (BLANK_LINE.test(part) ? '\n' : '') : part
    })
    .toReversed()
    .join('')
}
