import { foldText } from '#domain/text/fold.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import type { TextFinder, TextRange } from '#domain/search/searchQuery.ts'
import type { HastNode } from './Markdown.tsx'

/** Wraps the matches of a search in `<mark>`. */
export const highlightMatches =
  (finders: readonly TextFinder[]) =>
  (parent: HastNode): void => {
    parent.children = parent.children?.flatMap((child) => {
      if (child.children) highlightMatches(finders)(child)
      return child.type === 'text' && child.value !== undefined ? highlightText(child.value, finders) : [child]
    })
  }

/** Returns the index of the first match in the text, or 0 if there is no match. */
export const firstMatchIndex = (text: string, finders: readonly TextFinder[]): number =>
  finders.length === 0 ? 0 : (findSpans(text, finders)[0]?.from ?? 0)

function highlightText(text: string, finders: readonly TextFinder[]): HastNode[] {
  const nodes: HastNode[] = []
  let position = 0
  for (const { from, to } of findSpans(text, finders)) {
    if (from > position) nodes.push({ type: 'text', value: text.slice(position, from) })
    const value = text.slice(from, to)
    nodes.push({ type: 'element', tagName: 'mark', properties: {}, children: [{ type: 'text', value }] })
    position = to
  }
  if (position < text.length) nodes.push({ type: 'text', value: text.slice(position) })
  return nodes
}

/** Returns the ranges of the matches, in order and without overlap. */
function findSpans(text: string, finders: readonly TextFinder[]): readonly TextRange[] {
  const { folded, places: spanOfUnit } = foldWithPlaces(text)
  const found = finders
    .flatMap((find) => findAllSpans(folded, find))
    .flatMap(({ from, to }) => ({ from: spanOfUnit[from]?.from ?? 0, to: spanOfUnit[to - 1]?.to ?? text.length }))
  const spans: TextRange[] = []
  for (const span of found.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.from >= (spans.at(-1)?.to ?? 0)) spans.push(span)
  return spans
}

function findAllSpans(folded: string, finder: TextFinder): readonly TextRange[] {
  const found: TextRange[] = []
  for (let span = finder(folded, 0); span; span = finder(folded, span.to)) found.push(span)
  return found
}

/**
 * Folds a text for comparison, and maps each code unit of the folded text to the range of its character in the original
 * text. Matches cover whole characters, so that a character is never marked only in part.
 */
function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly TextRange[] } {
  let folded = ''
  const places: TextRange[] = []
  for (const { segment, index } of graphemesOf(text)) {
    const part = foldText(segment)
    const place = { from: index, to: index + segment.length }
    for (let unit = 0; unit < part.length; unit++) places.push(place)
    folded += part
  }
  return { folded, places }
}
