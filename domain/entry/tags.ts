import type { Nodes, Parents, Root, Text } from 'mdast'
import { decodeReferences } from '#domain/text/characterReferences.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'
import { hashtagPattern, tagOf, TRAILING_JOINERS, type TypedTag } from './hashtags.ts'
import { hasTag, tagKey, unionTags, withoutTags } from './tagNames.ts'

/* The login page and the dashboard import `tagNames.ts` directly, because this module loads the Markdown parser. */
export * from './tagNames.ts'

/** Range of UTF-16 units in a text; `to` is exclusive. */
type Span = { readonly from: number; readonly to: number }
/** The content of an entry together with its stored tags. */
type TaggedContent = { readonly content: string; readonly tags: readonly string[] }

/**
 * Returns the tags typed as `#tag` in a text, in order and without duplicates. Ignores code, links, HTML and escaped
 * signs. `#123` is not a tag.
 */
export const hashtagsIn = (content: string): readonly string[] =>
  unionTags(
    typedTagsIn(content).map(({ tag }) => tag),
    [],
  )

/** Returns an entry's tags: its own tags first, then the tags typed in its text. */
export const tagsOf = (content: string, ownTags: readonly string[]): readonly string[] =>
  unionTags(ownTags, hashtagsIn(content))

/** Returns the tags that were added in the tag field and are not typed in the text. */
export const ownTagsOf = ({ content, tags }: TaggedContent): readonly string[] => withoutTags(tags, hashtagsIn(content))

/**
 * Renames a tag of an entry, merging it with an existing tag of the new name. Without a new name it removes the tag and
 * turns `#tag` in the text into a plain word. Returns undefined if the entry does not have the tag.
 */
export function retag(entry: TaggedContent, tag: string, name: string | undefined): TaggedContent | undefined {
  if (!hasTag(entry.tags, tag)) return undefined
  const renamed = entry.tags.flatMap((one) => (tagKey(one) !== tagKey(tag) ? [one] : name === undefined ? [] : [name]))
  // A name with a space cannot be typed as a tag.
  const inText = name !== undefined && hashtagsIn(`#${name}`)[0] === name ? `#${name}` : name
  let content = ''
  let read = 0
  for (const { tag: typed, from, to } of typedTagsIn(entry.content)) {
    if (tagKey(typed) !== tagKey(tag)) continue
    content += entry.content.slice(read, from) + (inText ?? entry.content.slice(from + 1, to))
    read = to
  }
  return { content: content + entry.content.slice(read), tags: unionTags(renamed, []) }
}

type Part = {
  readonly tags: readonly TypedTag[]
  /** The opening fence of a code block that is not closed within the part. */
  readonly openFence: string | undefined
}

/** Parts of the last parsed text. While the user types in a long text, only the edited part is parsed again. */
let partCache = new Map<string, Part>()

/** Returns the tags of a text with their positions, in order. */
function typedTagsIn(content: string): readonly TypedTag[] {
  if (!content.includes('#')) return []
  const parts = new Map<string, Part>()
  const read = (text: string): Part => {
    const part = parts.get(text) ?? partCache.get(text) ?? readPart(text)
    parts.set(text, part)
    return part
  }
  const typed: TypedTag[] = []
  const divided = splitIntoParts(content)
  let from = 0
  for (let index = 0; index < divided.length; index++) {
    let text = divided[index] ?? ''
    let part = read(text)
    for (let step = 1; part.openFence !== undefined && index + 1 < divided.length; step *= 2) {
      // An open code block continues to the next part that can close it, or to the end of the text. If no part can
      // close it, the search is not repeated.
      const fence = part.openFence
      const next = divided.findIndex((one, at) => at > index && one.includes(fence))
      const end = next < 0 ? divided.length : Math.max(next + 1, index + step)
      text += divided.slice(index + 1, end).join('')
      index = end - 1
      part = next < 0 ? { ...part, openFence: undefined } : read(text)
    }
    for (const one of part.tags) typed.push({ tag: one.tag, from: from + one.from, to: from + one.to })
    from += text.length
  }
  partCache = parts
  return typed
}

/**
 * Matches link definitions, which apply to the whole text, and the kinds of HTML that can continue after a blank line.
 * A text with a match is parsed as a whole.
 */
const INDIVISIBLE = /\]:|<(?:[!?]|script|pre|style|textarea)/i

/**
 * Splits a text into parts that can be parsed separately with the same result, except for open code fences. Splits
 * before lines that follow a blank line and do not begin with a space.
 */
const splitIntoParts = (content: string): readonly string[] =>
  INDIVISIBLE.test(content) ? [content] : content.split(/(?<=\n[ \t\r]*\n)(?=\S)/)

function readPart(text: string): Part {
  if (!/#[^\s#]|`{3}|~{3}/.test(text)) return { tags: [], openFence: undefined }
  // The parser drops a byte order mark and excludes it from offsets.
  const skipped = text.startsWith('\uFEFF') ? 1 : 0
  const source = text.slice(skipped)
  const sources = new Map<Nodes, readonly (Span | undefined)[]>()
  const tree = parseMarkdown(text, (whole) =>
    blocksIn(whole).forEach((block) => sources.set(block, sourceSpansOf(block, source))),
  )
  const tags = blocksIn(tree).flatMap((block) => typedTagsInBlock(block, sources.get(block) ?? []))
  return {
    tags: tags.map(({ tag, from, to }) => ({ tag, from: from + skipped, to: to + skipped })),
    openFence: openFence(tree, source),
  }
}

/** Returns the fence that opens an unclosed code block at the end of a part. */
function openFence(tree: Root, source: string): string | undefined {
  const last = tree.children.at(-1)
  if (last?.type !== 'code') return undefined
  const code = source.slice(last.position?.start.offset, last.position?.end.offset)
  const fence = /^(?:`{3,}|~{3,})/.exec(code)?.[0]
  if (fence === undefined) return undefined
  const lastLine = code.split(LINE_END).slice(2).at(-1) ?? ''
  const closes = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lastLine)?.[1]?.startsWith(fence)
  return closes ? undefined : fence
}

/** Returns the nodes that contain inline text, in document order. */
function blocksIn(node: Nodes): readonly Parents[] {
  if (!('children' in node)) return []
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') return [node]
  return node.children.flatMap(blocksIn)
}

/** Returns the inline leaves of a block, in document order. */
function leavesIn(node: Nodes, linked = false): readonly { readonly node: Nodes; readonly linked: boolean }[] {
  if (!('children' in node)) return [{ node, linked }]
  const inLink = linked || node.type === 'link' || node.type === 'linkReference'
  return node.children.flatMap((child) => leavesIn(child, inLink))
}

/**
 * Returns the text that a leaf node renders. A footnote or an image counts as one character that is not a letter; `<u>`
 * adds no text.
 */
function shownTextOf(leaf: Nodes): string {
  if (leaf.type === 'break') return '\n'
  if (leaf.type === 'html' && /^<\/?u>$/.test(leaf.value)) return ''
  return leaf.type === 'text' || leaf.type === 'inlineCode' || leaf.type === 'html' ? leaf.value : '\uFFFC'
}

/** Maps each UTF-16 unit that a block renders to its range in the source. */
const sourceSpansOf = (block: Parents, source: string): readonly (Span | undefined)[] =>
  leavesIn(block).flatMap(({ node }) =>
    node.type === 'text' ? sourceSpansOfText(node, source) : Array.from(shownTextOf(node).split(''), () => undefined),
  )

function sourceSpansOfText({ value, position }: Text, source: string): readonly (Span | undefined)[] {
  let at = position?.start.offset ?? 0
  const written = source.slice(at, position?.end.offset).split(LINE_END)
  return value.split(LINE_END).flatMap((line, index, lines) => {
    const text = written[index] ?? ''
    // Markdown does not render the spaces at the end of a line. It also does not render the indent and the list or
    // quotation marks at the start of the next line.
    const spans = spansOfLine(index + 1 < lines.length ? text.replace(/[ \t]+$/, '') : text, at)
    at += text.length
    return Array.from(line.split(''), (_, unit) => spans[spans.length - line.length + unit])
  })
}

/** Captures the line endings, so that `split` keeps them between the lines. */
const LINE_END = /(\r\n|\r|\n)/

/**
 * Maps each UTF-16 unit that a line renders to its range in the source. Escapes and character references are longer
 * than the character they render.
 */
const spansOfLine = (line: string, at: number): readonly Span[] =>
  Array.from(line.matchAll(/\\[!-/:-@[-`{-~]|&[#\da-z]{2,33};|[^]/gi), ({ 0: sign, index }) => {
    const span = { from: at + index, to: at + index + sign.length }
    return sign.startsWith('&') ? Array.from(decodeReferences(sign).split(''), () => span) : [span]
  }).flat()

function typedTagsInBlock(block: Parents, sources: readonly (Span | undefined)[]): readonly TypedTag[] {
  const leaves = leavesIn(block)
  const text = leaves.map(({ node }) => shownTextOf(node)).join('')
  const owners = leaves.flatMap(({ node, linked }) =>
    Array.from(shownTextOf(node).split(''), () => (node.type === 'text' && !linked ? node : undefined)),
  )
  return Array.from(text.matchAll(hashtagPattern()), ({ 0: found, index }): TypedTag | undefined => {
    const written = found.replace(TRAILING_JOINERS, '')
    const owner = owners[index]
    const first = sources[index]
    const last = sources[index + written.length - 1]
    // A word with differently formatted parts is not a tag, because a new name could not replace it.
    const isWhole = owner !== undefined && owners.slice(index, index + found.length).every((one) => one === owner)
    const tag = tagOf(written)
    if (!isWhole || !first || !last || first.to - first.from > 1 || tag === undefined) return undefined
    return { tag, from: first.from, to: last.to }
  }).filter((one) => one !== undefined)
}
