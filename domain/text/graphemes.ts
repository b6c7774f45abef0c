let segmenter: Intl.Segmenter | undefined

/** Splits a text into graphemes. The segmenter is created on first use, because it loads the rules of all scripts. */
export const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text)

/** Returns the start of a text with at most `maxLength` UTF-16 units, without cutting a grapheme. */
export const truncateText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, graphemesOf(text).containing(maxLength)?.index)
