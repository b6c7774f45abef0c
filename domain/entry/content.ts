import { MAX_GOALS } from './goals.ts'
import { MAX_TAGS } from './tagNames.ts'
import { ENTRY_LIMIT_TEXT } from '#domain/texts/entryLimits.ts'

/** The parts of an entry that a user edits. */
export type EntryContent = {
  readonly content: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** Excludes the entry from everything AI. The server enforces this too. */
  readonly eyesOnly: boolean
}

export const contentOf = ({ content, level, goals, tags, eyesOnly }: EntryContent): EntryContent => ({
  content,
  level,
  goals,
  tags,
  eyesOnly,
})

/** Compares each part of the content. The order of goals matters; the order of tags does not. */
export const IS_SAME_PART: { readonly [Part in keyof EntryContent]: (a: EntryContent, b: EntryContent) => boolean } = {
  content: (a, b) => a.content === b.content,
  level: (a, b) => a.level === b.level,
  goals: (a, b) => a.goals.length === b.goals.length && a.goals.every((goal, index) => goal === b.goals[index]),
  tags: (a, b) => isSameTags(a.tags, b.tags),
  eyesOnly: (a, b) => a.eyesOnly === b.eyesOnly,
}

export const CONTENT_PARTS = ['content', 'level', 'goals', 'tags', 'eyesOnly'] as const

export const isSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).symmetricDifference(new Set(b)).size === 0

export const isSameContent = (a: EntryContent, b: EntryContent): boolean =>
  CONTENT_PARTS.every((part) => IS_SAME_PART[part](a, b))

/**
 * Limit in the security rules. Their second limit, 200,000 bytes, needs no check here, because 50,000 UTF-16 units are
 * at most 150,000 bytes.
 */
export const MAX_CONTENT_CHARACTERS = 50_000

export const isBlank = (content: string): boolean => content.trim() === ''

/** Returns a message for the user if the content cannot be stored. */
export function entryError({ content, goals, tags }: EntryContent): string | undefined {
  if (content.length > MAX_CONTENT_CHARACTERS)
    return ENTRY_LIMIT_TEXT.tooLong(content.length - MAX_CONTENT_CHARACTERS, MAX_CONTENT_CHARACTERS)
  if (goals.length > MAX_GOALS) return ENTRY_LIMIT_TEXT.tooManyGoals(goals.length, MAX_GOALS)
  if (tags.length > MAX_TAGS) return ENTRY_LIMIT_TEXT.tooManyTags(tags.length, MAX_TAGS)
  return undefined
}
