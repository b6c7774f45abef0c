import { truncateText } from '#domain/text/graphemes.ts'

/** The security rules (`firestore.rules`) have the same limits. */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 50

/** Matches a typed text that ends with a separator between tags. */
export const TAG_SEPARATOR = /[\s,;]$/

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

/**
 * Adds a typed tag, unless it is blank or the entry already has the tag.
 * @param known the user's tags, whose spelling is kept
 */
export function withTag(tags: readonly string[], typed: string, known: readonly string[]): readonly string[] {
  const tag = normalizeTag(typed)
  return unionTags(tags, [known.find((one) => hasTag([one], tag)) ?? tag])
}
