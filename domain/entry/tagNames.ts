import { truncateText } from '#domain/text/graphemes.ts'

/** The rules refuse more (`firestore.rules`). */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 50

/** A tag as it is stored, from what a user typed: `#Big plan ` is `Big-plan`. Empty where nothing is left. */
export function normalizeTag(typed: string): string {
  const tag = typed
    .toWellFormed()
    .replace(/[\s,;]+/g, ' ')
    .replace(/^(?:[ #](?!\p{M}))+| $/gu, '')
    .replaceAll(' ', '-')
  return truncateText(tag, MAX_TAG_CHARACTERS)
}

/** All of the first and those of the second that are not there yet; upper and lower case are the same tag. */
export function unionTags(first: readonly string[], second: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const tag of [...first, ...second]) if (tag !== '' && !seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}

/** Those of the first that are not among the second. */
export function withoutTags(first: readonly string[], second: readonly string[]): readonly string[] {
  const removedKeys = new Set(second.map(tagKey))
  return first.filter((tag) => !removedKeys.has(tagKey(tag)))
}

export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((one) => tagKey(one) === tagKey(tag))

/** What tags are compared by. Half a character, which an old tag may have, stands in no address as it is. */
export const tagKey = (tag: string): string => tag.toWellFormed().normalize('NFC').toLowerCase()
