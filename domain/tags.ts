/** The rules refuse more (`firestore.rules`). */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 50

/** Code in a text that stands between fences. */
export const FENCED = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|(?![\s\S]))/gm
const CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g
/**
 * A number sign at the start of a word: not in an address (`a.org/#b`), not a heading's, which a space follows. Made
 * when it is used: all letters there are take a phone some milliseconds, which a page that begins has better use for.
 */
const hashtag = () => /(?<=^|[\s([{"'“‘])#([\p{L}\p{N}\p{M}_/-]*\p{L}[\p{L}\p{N}\p{M}_/-]*)/gu

/** Tags typed in a text as `#tag`, in their order, each once. Code holds none, and neither does `#123`. */
export function hashtagsIn(content: string): readonly string[] {
  if (!content.includes('#')) return []
  const words = content.replace(FENCED, ' ').replace(CODE, ' ')
  const found = [...words.matchAll(hashtag())].map(([, tag = '']) =>
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

/**
 * An entry's text and tags with one tag called something else; it becomes one with a tag of that name. Without a new
 * name the tag goes, and what was typed as `#tag` is a word again. Undefined where the entry has no such tag.
 */
export function retag(
  entry: { readonly content: string; readonly tags: readonly string[] },
  tag: string,
  name: string | undefined,
): { readonly content: string; readonly tags: readonly string[] } | undefined {
  if (!hasTag(entry.tags, tag)) return undefined
  const renamed = entry.tags.flatMap((one) => (tagKey(one) !== tagKey(tag) ? [one] : name === undefined ? [] : [name]))
  // A name with a space in it cannot stand in the text.
  const inText = name !== undefined && hashtagsIn(`#${name}`)[0] === name ? `#${name}` : (name ?? tag)
  const content = outsideCode(entry.content, (words) =>
    words.replace(hashtag(), (whole, found: string) => (tagKey(found) === tagKey(tag) ? inText : whole)),
  )
  return { content, tags: union(renamed, []) }
}

/** Changes a text, except for the code in it. */
function outsideCode(content: string, change: (words: string) => string): string {
  let changed = ''
  let read = 0
  const codes = [...content.matchAll(FENCED), ...content.matchAll(CODE)].toSorted((a, b) => a.index - b.index)
  for (const { 0: code, index } of codes) {
    if (index < read) continue
    changed += change(content.slice(read, index)) + code
    read = index + code.length
  }
  return changed + change(content.slice(read))
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
