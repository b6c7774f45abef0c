import { truncateText } from '#domain/text/graphemes.ts'

/** The security rules (`firestore.rules`) have the same limits. */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 50

/** Normalizes a typed tag for storage: `#Big plan ` becomes `Big-plan`. Returns an empty string if nothing is left. */
export function normalizeTag(typed: string): string {
  const tag = typed
    .toWellFormed()
    .replace(/[\s,;]+/g, ' ')
    .replace(/^(?:[ #](?!\p{M}))+| $/gu, '')
    .replaceAll(' ', '-')
  return truncateText(tag, MAX_TAG_CHARACTERS)
}

/** Adds those tags of the second list that the first list lacks, ignoring case. */
export function unionTags(first: readonly string[], second: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const tag of [...first, ...second]) if (tag !== '' && !seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}

/** Removes the tags of the second list from the first, ignoring case. */
export function withoutTags(first: readonly string[], second: readonly string[]): readonly string[] {
  const removedKeys = new Set(second.map(tagKey))
  return first.filter((tag) => !removedKeys.has(tagKey(tag)))
}

export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((one) => tagKey(one) === tagKey(tag))

/**
 * Returns a key for comparing tags. Tags that differ only in case have the same key. Old tags may contain a lone
 * surrogate, which is replaced because a URL cannot contain it.
 */
export const tagKey = (tag: string): string => tag.toWellFormed().normalize('NFC').toLowerCase()

/** Returns the tags that a text does not contain as `#tag`. Does not parse Markdown, so `#tag` in code counts as well. */
export function tagsOutsideText(tags: readonly string[], content: string): readonly string[] {
  const text = tagKey(content)
  return tags.filter((tag) => {
    const written = `#${tagKey(tag)}`
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1))
      if (!/[\p{L}\p{N}\p{M}_]/u.test(text.slice(at + written.length).charAt(0))) return false
    return true
  })
}
