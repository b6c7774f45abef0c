import { truncateText } from '#domain/text/graphemes.ts'
import { MAX_TAG_CHARACTERS, withoutTags } from './tagNames.ts'

/** A tag in a text and its range of UTF-16 units; `to` is exclusive. */
export type TypedTag = { readonly tag: string; readonly from: number; readonly to: number }

/**
 * Characters that may precede a tag: line start, white space, direction marks, opening or quoting punctuation, or
 * sentence punctuation. Latin sentence punctuation that also occurs in URLs is excluded.
 */
const TAG_START = String.raw`(?<=^|[\s\u200B\p{Bidi_Control}\p{Ps}\p{Pi}\p{Pf}"'¡¿—–…・[[\p{Pe}\p{Terminal_Punctuation}]--[\)\]\}.!?]]])`
/** Letters, digits and joiners, including the two zero-width joiners used in Persian and Indic words. */
const TAG_BODY = String.raw`(?!\p{M})[\p{L}\p{N}\p{M}_\/\u200C\u200D\-]+`
export const TRAILING_JOINERS = /[-/\u200C\u200D]+$/
/**
 * A function, so that importing this module compiles nothing. Compiling a class of all Unicode letters takes several
 * milliseconds on a phone.
 */
export const hashtagPattern = () => new RegExp(`${TAG_START}#${TAG_BODY}`, 'gv')

/** Returns the tag that `#tag` writes; undefined for `#123`. */
export const tagOf = (written: string): string | undefined =>
  /\p{L}/u.test(written) ? truncateText(written.slice(1), MAX_TAG_CHARACTERS).replace(TRAILING_JOINERS, '') : undefined

/** Returns the tags in a piece of rendered text outside code and links, with their positions in order. */
export const tagsInText = (text: string): readonly TypedTag[] =>
  Array.from(text.matchAll(hashtagPattern()), ({ 0: found, index }) => {
    const written = found.replace(TRAILING_JOINERS, '')
    const tag = tagOf(written)
    return tag === undefined ? [] : [{ tag, from: index, to: index + written.length }]
  }).flat()

/** A code span or a fenced code block. */
const CODE = /(`+)[^`][^]*?\1/g

/** Returns the tags that a text does not contain as `#tag` outside code. Faster than parsing the Markdown of a row. */
export const tagsOutsideText = (tags: readonly string[], content: string): readonly string[] =>
  content.includes('#')
    ? withoutTags(
        tags,
        tagsInText(content.replace(CODE, ' ')).map(({ tag }) => tag),
      )
    : tags
