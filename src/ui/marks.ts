import { fold } from '#domain/text/fold.ts'
import { charactersOf } from '#domain/text/graphemes.ts'
import type { Finder, Span } from '#domain/search/searchQuery.ts'
import type { MarkedNode } from './Markdown.tsx'

/** Marks what was looked for in the text of an entry. */
export const markPlaces =
  (finders: readonly Finder[]) =>
  (parent: MarkedNode): void => {
    parent.children = parent.children?.flatMap((child) => {
      if (child.children) markPlaces(finders)(child)
      return child.type === 'text' && child.value !== undefined ? marked(child.value, finders) : [child]
    })
  }

/** The first place in a text of what was looked for; 0 if there is none. */
export const firstMark = (text: string, finders: readonly Finder[]): number =>
  finders.length === 0 ? 0 : (spansOf(text, finders)[0]?.from ?? 0)

function marked(text: string, finders: readonly Finder[]): MarkedNode[] {
  const nodes: MarkedNode[] = []
  let read = 0
  for (const { from, to } of spansOf(text, finders)) {
    if (from > read) nodes.push({ type: 'text', value: text.slice(read, from) })
    const value = text.slice(from, to)
    nodes.push({ type: 'element', tagName: 'mark', properties: {}, children: [{ type: 'text', value }] })
    read = to
  }
  if (read < text.length) nodes.push({ type: 'text', value: text.slice(read) })
  return nodes
}

/** What is found, in order and without overlap. */
function spansOf(text: string, finders: readonly Finder[]): readonly Span[] {
  const { folded, places } = foldedWithPlaces(text)
  const found = finders
    .flatMap((find) => placesOf(folded, find))
    .flatMap(({ from, to }) => ({ from: places[from]?.from ?? 0, to: places[to - 1]?.to ?? text.length }))
  const spans: Span[] = []
  for (const span of found.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.from >= (spans.at(-1)?.to ?? 0)) spans.push(span)
  return spans
}

function placesOf(folded: string, find: Finder): readonly Span[] {
  const found: Span[] = []
  for (let span = find(folded, 0); span; span = find(folded, span.to)) found.push(span)
  return found
}

/** A folded text, and for each of its units the character in the text itself, of which no part is marked alone. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly Span[] } {
  let folded = ''
  const places: Span[] = []
  for (const { segment, index } of charactersOf(text)) {
    const part = fold(segment)
    const place = { from: index, to: index + segment.length }
    for (let unit = 0; unit < part.length; unit++) places.push(place)
    folded += part
  }
  return { folded, places }
}
