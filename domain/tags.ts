/** The rules refuse more (`firestore.rules`). */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 50

const FENCED = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|(?![\s\S]))/gm
const CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g
/** A number sign at the start of a word: not in an address (`a.org/#b`), not a heading's, which a space follows. */
const HASHTAG = /(?<=^|[\s([{"'“‘])#([\p{L}\p{N}\p{M}_/-]*\p{L}[\p{L}\p{N}\p{M}_/-]*)/gu

/** Tags typed in a text as `#tag`, in their order, each once. Code holds none, and neither does `#123`. */
export function hashtagsIn(content: string): readonly string[] {
  if (!content.includes('#')) return []
  const words = content.replace(FENCED, ' ').replace(CODE, ' ')
  const found = [...words.matchAll(HASHTAG)].map(([, tag = '']) =>
    tag.replace(/[-/]+$/, '').slice(0, MAX_TAG_CHARACTERS),
  )
  return union(found, [])
}

/** A tag as it is stored, from what somebody typed: `#Big plan ` is `Big-plan`. Empty where nothing is left. */
export function tagOf(typed: string): string {
  return typed
    .replace(/[\s,;]+/g, ' ')
    .replace(/^[ #]+| $/g, '')
    .replaceAll(' ', '-')
    .slice(0, MAX_TAG_CHARACTERS)
}

/** All of the first and those of the second that are not there yet; upper and lower case are the same tag. */
export function union(first: readonly string[], second: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const tag of [...first, ...second]) if (tag !== '' && !seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}

/** Those of the first that are not among the second. */
export function without(first: readonly string[], second: readonly string[]): readonly string[] {
  const gone = new Set(second.map(tagKey))
  return first.filter((tag) => !gone.has(tagKey(tag)))
}

export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((one) => tagKey(one) === tagKey(tag))

/** What tags are compared by. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase()
