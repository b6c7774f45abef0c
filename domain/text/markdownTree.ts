import type { Nodes, Root } from 'mdast'
import { fromMarkdown, type Extension } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** The parser's time grows with the square of these: above so many in a text they are signs like others. */
const EMPHASIS = /[*_~]/g
const MAX_EMPHASIS = 1000
const WITHOUT_EMPHASIS = { disable: { null: ['attention', 'strikethrough'] } }

/** A line within so many quotations, lists and footnotes that the parser takes minutes, or runs out of stack. */
const TOO_DEEP = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]|\[\^[^\]\s]+\]:)[ \t]*){100}/m

/** Whether a text nests too deep for the parser. It is shown as it was typed. */
export const isTooDeep = (text: string): boolean => TOO_DEEP.test(text)

/** Entries are CommonMark with GitHub's additions: their syntax, and what becomes of it in the tree. */
export const MARKDOWN_SYNTAX = gfm()
export const MARKDOWN_TREE = gfmFromMarkdown()

/**
 * The syntax tree of a text, by the parser and with the additions that show it (`src/ui/Markdown.tsx`).
 * It is empty for a text that nests too deep to be read.
 * @param onParsed sees the tree while every node has its place in the text: what is split later, at an address, has none
 */
export function parseMarkdown(text: string, onParsed: (tree: Root) => void = () => {}): Root {
  if (isTooDeep(text)) return { type: 'root', children: [] }
  const before: Extension = { transforms: [onParsed] }
  const isSlow = (text.match(EMPHASIS)?.length ?? 0) > MAX_EMPHASIS
  return fromMarkdown(text, {
    extensions: [MARKDOWN_SYNTAX, ...(isSlow ? [WITHOUT_EMPHASIS] : [])],
    mdastExtensions: [before, MARKDOWN_TREE],
  })
}

/** The text between blocks of code. */
export function withoutCode(content: string): string {
  let text = ''
  let read = 0
  for (const { position } of codeIn(parseMarkdown(content))) {
    text += `${content.slice(read, position?.start.offset)}\n`
    read = position?.end.offset ?? read
  }
  return text + content.slice(read)
}

const codeIn = (node: Nodes): readonly Nodes[] =>
  node.type === 'code' ? [node] : 'children' in node ? node.children.flatMap(codeIn) : []
