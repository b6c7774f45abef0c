import type { Nodes } from 'mdast'
import * as z from 'zod/mini'
import { parseMarkdown } from '#domain/text/markdownTree.ts'

/** Day One's rich text: a list of text runs with attributes. */
const Part = z.object({
  text: z.catch(z.union([z.string(), z.number()]), ''),
  attributes: z.catch(z.object({ linkURL: z.string() }), { linkURL: '' }),
})
const RichText = z.object({ contents: z.array(Part) })

/**
 * Returns the plain text of Day One's rich text, followed by the URLs of its links; undefined if it cannot be parsed.
 */
export function plainTextOfRichText(json: string): string | undefined {
  try {
    return RichText.parse(JSON.parse(json))
      .contents.map(({ text, attributes: { linkURL } }) => withLink(String(text), linkURL))
      .join('')
  } catch {
    return undefined
  }
}

const withLink = (text: string, address: string): string =>
  address === '' || text.includes(address) ? text : text.replace(/\s*$/, (space) => ` <${address}>${space}`)

/**
 * Characters that Day One always escapes. The number sign is excluded, because without its escape it would start a tag.
 */
const ESCAPED = /\\[-.!()+{}=:|~>'"&,;?/@$%^]/g
/** Limits how often the whole text is parsed. A text that needs more attempts keeps some redundant backslashes. */
const MAX_ATTEMPTS = 200

/**
 * Removes redundant backslashes without changing the parsed Markdown: `3\.50` becomes `3.50`, but `1\. May` stays,
 * because it would become a list.
 */
export function removeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  const tree = parseMarkdown(text)
  const shown = shapeOf(tree)
  let removed: readonly number[] = []
  let attempts = 0
  const remove = (places: readonly number[]): void => {
    if (places.length === 0 || ++attempts > MAX_ATTEMPTS) return
    const more = [...removed, ...places]
    if (shapeOf(parseMarkdown(withoutCharactersAt(text, more))) === shown) {
      removed = more
      return
    }
    if (places.length === 1) return
    const half = Math.ceil(places.length / 2)
    remove(places.slice(0, half))
    remove(places.slice(half))
  }
  remove(escapesIn(tree, text))
  return withoutCharactersAt(text, removed)
}

/** Returns the offsets of escapes in text nodes. Ignores code, because a backslash in code is literal. */
function escapesIn(node: Nodes, text: string): readonly number[] {
  if ('children' in node) return node.children.flatMap((child) => escapesIn(child, text))
  const { start, end } = node.position ?? {}
  if (node.type !== 'text' || start?.offset === undefined) return []
  const from = start.offset
  return [...text.slice(from, end?.offset).matchAll(ESCAPED)].map(({ index }) => from + index)
}

function withoutCharactersAt(text: string, places: readonly number[]): string {
  let left = ''
  let from = 0
  for (const place of places.toSorted((a, b) => a - b)) {
    left += text.slice(from, place)
    from = place + 1
  }
  return left + text.slice(from)
}

/** Serializes a syntax tree without positions, to compare two trees. */
const shapeOf = (node: Nodes): string =>
  JSON.stringify(node, (key, value: unknown) => (key === 'position' ? undefined : value))
