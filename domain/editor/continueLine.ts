import type { Nodes } from 'mdast'
import { continueMarkedLine, type LineMark } from './lineMarks.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'
import { selectedLines, type TextSelection } from './textSelection.ts'

/**
 * Continues a list or quotation on Enter, like `continueMarkedLine`, but only if the Markdown parser also finds the
 * list or quotation.
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

/** Returns the blocks that contain the caret's line, outermost first. The text below the line does not affect them. */
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

/** Matches where a new block can start: at a paragraph or heading after a blank line, or at any bullet. */
const NEW_BLOCK_LINE = /^(?=[\p{L}#]|[-*+][ \t][\p{L}[])/mu
const BULLET = /^[-*+]/
const BLANK_LINE = /\n[ \t]*\n/
const BLANK_END = /\n[ \t]*\n$/
/** Matches a possible start or end of code or HTML. Inside code or HTML, no line starts a new block. */
const FENCE = /`{3}|~{3}/
const FENCE_OR_HTML = /`{3}|~{3}|[<>]/

/**
 * Drops blocks that are closed before the last line, because parsing 50,000 characters takes longer than a frame.
 * Inserts a blank line in their place, because some kinds of HTML end only at a blank line.
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
      // Keeps the block above the last block, because it affects parsing: if a paragraph is directly above a bullet, a
      // number inside the bullet starts no list.
      const closed = BLANK_END.test(part) || (BULLET.test(next) && index > 1)
      leaveOut = (closed || leaveOut) && !enclosing.test(part)
      return leaveOut ? (BLANK_LINE.test(part) ? '\n' : '') : part
    })
    .toReversed()
    .join('')
}
