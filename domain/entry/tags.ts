import type { Nodes, Parents, Root, Text } from 'mdast'
import { decodeReferences } from '#domain/text/characterReferences.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { parseMarkdown } from '#domain/text/markdownTree.ts'
import { hasTag, MAX_TAG_CHARACTERS, tagKey, unionTags, withoutTags } from './tagNames.ts'

/* The first screens import those alone, without the parser. */
export * from './tagNames.ts'

/** A part of a text, in UTF-16 units; the end does not belong to it. */
type Span = { readonly from: number; readonly to: number }
type TypedTag = Span & { readonly tag: string }
/** A text and the tags of its entry. */
type TaggedContent = { readonly content: string; readonly tags: readonly string[] }

/**
 * What stands before a tag: nothing, a space, a sign of direction, what opens or quotes, or what ends a part of a
 * sentence. Of the Latin signs that end one those are left out that stand within addresses.
 */
const TAG_START = String.raw`(?<=^|[\s\u200B\p{Bidi_Control}\p{Ps}\p{Pi}\p{Pf}"'¡¿—–…・[[\p{Pe}\p{Terminal_Punctuation}]--[\)\]\}.!?]]])`
/** Letters, digits and what joins them, in Persian and Indic words the two joiners that are not seen. */
const TAG_BODY = String.raw`(?!\p{M})[\p{L}\p{N}\p{M}_\/\u200C\u200D\-]+`
const TRAILING_JOINERS = /[-/\u200C\u200D]+$/
/** Made when it is used: all letters there are take a phone some milliseconds. */
const hashtagPattern = () => new RegExp(`${TAG_START}#${TAG_BODY}`, 'gv')

/**
 * Tags typed in a text as `#tag`, in their order, each once. Code, links, HTML and what is escaped hold none, and
 * `#123` is none.
 */
export const hashtagsIn = (content: string): readonly string[] =>
  unionTags(
    typedTagsIn(content).map(({ tag }) => tag),
    [],
  )

/** The tags of a text: those given to it, then those that are typed in it. */
export const tagsOf = (content: string, ownTags: readonly string[]): readonly string[] =>
  unionTags(ownTags, hashtagsIn(content))

/** The tags that were given to a text, and not typed in it. */
export const ownTagsOf = ({ content, tags }: TaggedContent): readonly string[] => withoutTags(tags, hashtagsIn(content))

/**
 * An entry's text and tags with one tag called something else; it becomes one with a tag of that name. Without a new
 * name the tag goes, and what was typed as `#tag` is a word again. Undefined where the entry has no such tag.
 */
export function retag(entry: TaggedContent, tag: string, name: string | undefined): TaggedContent | undefined {
  if (!hasTag(entry.tags, tag)) return undefined
  const renamed = entry.tags.flatMap((one) => (tagKey(one) !== tagKey(tag) ? [one] : name === undefined ? [] : [name]))
  // A name with a space in it cannot be typed as a tag.
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
  /** The signs of a code fence that is not closed within the part. */
  readonly openFence: string | undefined
}

/** The parts of the text that was read last: while a long text is typed in, only one of them is read anew. */
let partCache = new Map<string, Part>()

/** The tags of a text with their places, in their order. */
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
      // Code goes on to a part that can close it, or to the end. One that could and does not is not tried for each.
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

/** The target of a link, which holds everywhere in its text, and HTML that goes on behind a blank line. */
const INDIVISIBLE = /\]:|<(?:[!?]|script|pre|style|textarea)/i

/**
 * Divides a text into parts that read as they do in the whole, but for a fence that is left open: before a line that
 * begins with no space, behind a blank one.
 */
const splitIntoParts = (content: string): readonly string[] =>
  INDIVISIBLE.test(content) ? [content] : content.split(/(?<=\n[ \t\r]*\n)(?=\S)/)

function readPart(text: string): Part {
  if (!/#[^\s#]|`{3}|~{3}/.test(text)) return { tags: [], openFence: undefined }
  // The parser leaves out a byte order mark, and does not count it.
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

/** The signs of a fence at the end of a part, where nothing closes it there. */
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

/** The parts of a tree that hold words and their emphasis, in their order. */
function blocksIn(node: Nodes): readonly Parents[] {
  if (!('children' in node)) return []
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') return [node]
  return node.children.flatMap(blocksIn)
}

/** The texts of a block and what stands between them, in their order. */
function leavesIn(node: Nodes, linked = false): readonly { readonly node: Nodes; readonly linked: boolean }[] {
  if (!('children' in node)) return [{ node, linked }]
  const inLink = linked || node.type === 'link' || node.type === 'linkReference'
  return node.children.flatMap((child) => leavesIn(child, inLink))
}

/** What a leaf shows. A footnote or a picture is a sign that is no letter; `<u>` underlines. */
function shownTextOf(leaf: Nodes): string {
  if (leaf.type === 'break') return '\n'
  if (leaf.type === 'html' && /^<\/?u>$/.test(leaf.value)) return ''
  return leaf.type === 'text' || leaf.type === 'inlineCode' || leaf.type === 'html' ? leaf.value : '\uFFFC'
}

/** For each unit that a block shows where it stands in the source. */
const sourceSpansOf = (block: Parents, source: string): readonly (Span | undefined)[] =>
  leavesIn(block).flatMap(({ node }) =>
    node.type === 'text' ? sourceSpansOfText(node, source) : Array.from(shownTextOf(node).split(''), () => undefined),
  )

function sourceSpansOfText({ value, position }: Text, source: string): readonly (Span | undefined)[] {
  let at = position?.start.offset ?? 0
  const written = source.slice(at, position?.end.offset).split(LINE_END)
  return value.split(LINE_END).flatMap((line, index, lines) => {
    const text = written[index] ?? ''
    // Spaces at the end of a line are not shown, and before it neither spaces nor the signs of a list or a quotation.
    const spans = spansOfLine(index + 1 < lines.length ? text.replace(/[ \t]+$/, '') : text, at)
    at += text.length
    return Array.from(line.split(''), (_, unit) => spans[spans.length - line.length + unit])
  })
}

/** Divides a text so that its line ends stand between the lines. */
const LINE_END = /(\r\n|\r|\n)/

/** For each unit that a line shows where it is written: an escape and a character reference are longer than what they show. */
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
    // Words whose parts are formatted differently are no tag: nothing could be written in their place.
    const isWhole = owner !== undefined && owners.slice(index, index + found.length).every((one) => one === owner)
    if (!isWhole || !first || !last || first.to - first.from > 1 || !/\p{L}/u.test(written)) return undefined
    const tag = truncateText(written.slice(1), MAX_TAG_CHARACTERS).replace(TRAILING_JOINERS, '')
    return { tag, from: first.from, to: last.to }
  }).filter((one) => one !== undefined)
}
