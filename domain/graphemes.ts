let segmenter: Intl.Segmenter | undefined

/** The start of a text: at most so many UTF-16 units, and no character as people see it is cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // Made when it is used: it reads the rules of all scripts.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return text.slice(0, segmenter.segment(text).containing(most)?.index)
}
