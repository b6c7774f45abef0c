import type { Nodes, Root } from 'mdast'
import { fromMarkdown, type Extension } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/**
 * The parser takes quadratic time for emphasis markers. A text with more than this number is parsed without emphasis.
 */
const EMPHASIS = /[*_~]/g
const MAX_EMPHASIS = 1000
const WITHOUT_EMPHASIS = { disable: { null: ['attention', 'strikethrough'] } }

/**
 * Matches a line that is nested so deeply in quotations, lists and footnotes that the parser takes minutes or overflows
 * the stack.
 */
const TOO_DEEP = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]|\[\^[^\]\s]+\]:)[ \t]*){100}/m

/** Returns whether a text is nested too deeply for the parser. The app shows such a text as plain text. */
export const isTooDeep = (text: string): boolean => TOO_DEEP.test(text)

/** Extensions for the tokenizer and for the syntax tree. Entries are written in GitHub Flavored Markdown. */
export const MARKDOWN_SYNTAX_EXTENSION = gfm()
export const MARKDOWN_TREE_EXTENSIONS = gfmFromMarkdown()

/**
 * Parses a text with the syntax extensions that `src/ui/Markdown.tsx` renders with. Returns an empty tree for a text
 * that is nested too deeply.
 * @param onParsed receives the tree before transforms split text nodes at URLs; after the split, nodes lack positions
 */
export function parseMarkdown(text: string, onParsed: (tree: Root) => void = () => {}): Root {
  if (isTooDeep(text)) return { type: 'root', children: [] }
  const before: Extension = { transforms: [onParsed] }
  const isSlow = (text.match(EMPHASIS)?.length ?? 0) > MAX_EMPHASIS
  return fromMarkdown(text, {
    extensions: [MARKDOWN_SYNTAX_EXTENSION, ...(isSlow ? [WITHOUT_EMPHASIS] : [])],
    mdastExtensions: [before, MARKDOWN_TREE_EXTENSIONS],
  })
}

/** Removes code blocks from a text. */
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
