import { fold } from '#domain/searchQuery.ts'
import type { MarkedNode } from './Markdown.tsx'

type Span = { readonly from: number; readonly to: number }

/** Marks where these words begin, and these phrases are, in the text of an entry. */
export const markWords =
  (words: readonly string[]) =>
  (parent: MarkedNode): void => {
    parent.children = parent.children?.flatMap((child) => {
      if (child.children) markWords(words)(child)
      return child.type === 'text' && child.value !== undefined ? marked(child.value, words) : [child]
    })
  }

/** Where the first of the words is in a text; 0 if none is. */
export const firstMark = (text: string, words: readonly string[]): number =>
  words.length === 0 ? 0 : (spansOf(text, words)[0]?.from ?? 0)

function marked(text: string, words: readonly string[]): MarkedNode[] {
  const nodes: MarkedNode[] = []
  let read = 0
  for (const { from, to } of spansOf(text, words)) {
    if (from > read) nodes.push({ type: 'text', value: text.slice(read, from) })
    const value = text.slice(from, to)
    nodes.push({ type: 'element', tagName: 'mark', properties: {}, children: [{ type: 'text', value }] })
    read = to
  }
  if (read < text.length) nodes.push({ type: 'text', value: text.slice(read) })
  return nodes
}

/** The places of the words, in order and without overlap. */
function spansOf(text: string, words: readonly string[]): readonly Span[] {
  const { folded, places } = foldedWithPlaces(text)
  const found = words
    .flatMap((word) => placesOf(folded, word))
    .map(({ from, to }) => ({ from: places[from] ?? 0, to: places[to] ?? text.length }))
  const spans: Span[] = []
  for (const span of found.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.from >= (spans.at(-1)?.to ?? 0)) spans.push(span)
  return spans
}

/** Words are marked where they begin a word, phrases anywhere. */
function placesOf(folded: string, word: string): readonly Span[] {
  const found: Span[] = []
  const beginsWord = /^[a-z0-9_]+$/.test(word)
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    if (at === 0 || !beginsWord || !/[\p{L}\p{N}_]/u.test(folded[at - 1] ?? ''))
      found.push({ from: at, to: at + word.length })
  return found
}

/** A folded text, and for each of its places where that is in the text itself. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const part = fold(letter)
    for (let unit = 0; unit < part.length; unit++) places.push(at)
    folded += part
    at += letter.length
  }
  places.push(text.length)
  return { folded, places }
}
