import type { Nodes } from 'mdast'
import * as z from 'zod/mini'
import { parseMarkdown } from '#domain/text/markdownTree.ts'

/** Day One's rich text: a text in parts, each with its own form. */
const Part = z.object({
  text: z.catch(z.union([z.string(), z.number()]), ''),
  attributes: z.catch(z.object({ linkURL: z.string() }), { linkURL: '' }),
})
const RichText = z.object({ contents: z.array(Part) })

/** The words of an entry that Day One keeps as rich text, with the addresses behind them; undefined where it is none. */
export function richTextOf(json: string): string | undefined {
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

/** Signs that Day One puts a backslash before wherever they stand. A number sign is left: it would begin a tag. */
const ESCAPED = /\\[-.!()+{}=:|~>'"&,;?/@$%^]/g
/** Each attempt reads the whole text: one with more backslashes that count keeps some that do not. */
const MAX_ATTEMPTS = 200

/**
 * A text without the backslashes that it does not need: `3\.50` is `3.50`, but `1\. May` stays, which would begin a
 * list. It says the same when it is read as Markdown.
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

/** Where such backslashes stand in words: in code they are themselves. */
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

/** What a text is as Markdown, wherever it stands. */
const shapeOf = (node: Nodes): string =>
  JSON.stringify(node, (key, value: unknown) => (key === 'position' ? undefined : value))
