let segmenter: Intl.Segmenter | undefined

/** A text's characters as people see them. Made when it is used: it reads the rules of all scripts. */
export const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text)

/** The start of a text: at most so many UTF-16 units, and no character as people see it is cut in two. */
export const truncateText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, graphemesOf(text).containing(maxLength)?.index)
