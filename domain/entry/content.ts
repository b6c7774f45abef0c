import * as z from 'zod/mini'
import { MAX_GOALS } from './goals.ts'
import { FALLBACK_LEVEL } from './levels.ts'
import { MAX_TAGS } from './tagNames.ts'
import { ENTRY_LIMIT_TEXT } from '#domain/texts/entryLimits.ts'

/**
 * The parts of an entry that a user edits. The database, drafts, the journal on the device, archives and functions all
 * read entries by this schema. Each part has a default, because entries stored before a part was added do not have it.
 */
export const EntryContent = z.object({
  content: z._default(z.string(), ''),
  /** One of LOG_LEVELS, or an unknown text from an older client, which is shown unchanged. */
  level: z._default(z.string(), FALLBACK_LEVEL),
  goals: z._default(z.array(z.string()), []),
  tags: z._default(z.array(z.string()), []),
  /** Excludes the entry from all AI features. The server also enforces this. */
  eyesOnly: z._default(z.boolean(), false),
})

type Immutable<Parts> = {
  readonly [Part in keyof Parts]: Parts[Part] extends (infer Item)[] ? readonly Item[] : Parts[Part]
}
export type EntryContent = Immutable<z.infer<typeof EntryContent>>
export type ContentPart = keyof EntryContent

export const EMPTY_CONTENT: EntryContent = EntryContent.parse({})

const isContentPart = (name: string): name is ContentPart => name in EMPTY_CONTENT
export const CONTENT_PARTS: readonly ContentPart[] = Object.keys(EMPTY_CONTENT).filter(isContentPart)

/** A part of the content that is a boolean. */
export type ContentFlag = { [Part in ContentPart]: EntryContent[Part] extends boolean ? Part : never }[ContentPart]
const isFlag = (part: ContentPart): part is ContentFlag => typeof EMPTY_CONTENT[part] === 'boolean'
export const CONTENT_FLAGS: readonly ContentFlag[] = CONTENT_PARTS.filter(isFlag)

/** Returns only the content of an entry, without its other properties. */
export const contentOf = (entry: EntryContent): EntryContent => EntryContent.parse(entry)

export function pickParts(entry: EntryContent, isPicked: (part: ContentPart) => boolean): Partial<EntryContent> {
  return Object.fromEntries(CONTENT_PARTS.filter(isPicked).map((part) => [part, entry[part]]))
}

/** Specification §3 requires these parts in every stored entry. Other parts are stored only if they are not empty. */
const ALWAYS_STORED: ReadonlySet<string> = new Set<ContentPart>(['content', 'level', 'goals', 'tags'])

/** Returns the parts to write to a file or to a new document. */
export const storedParts = (entry: EntryContent): Partial<EntryContent> =>
  pickParts(entry, (part) => ALWAYS_STORED.has(part) || !isSamePart(part, entry, EMPTY_CONTENT))

/**
 * Returns whether a part has the same value in two contents. The order of goals matters; the order of tags does not.
 */
export function isSamePart(part: ContentPart, a: EntryContent, b: EntryContent): boolean {
  if (part === 'tags') return isSameTags(a.tags, b.tags)
  const [one, other] = [a[part], b[part]]
  return Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((item, index) => item === other[index])
    : one === other
}

export const isSameTags = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).symmetricDifference(new Set(b)).size === 0

export const isSameContent = (a: EntryContent, b: EntryContent): boolean =>
  CONTENT_PARTS.every((part) => isSamePart(part, a, b))

/**
 * The security rules reject longer texts. Their limit of 200,000 bytes needs no check here, because 50,000 UTF-16
 * units are at most 150,000 bytes.
 */
export const MAX_CONTENT_CHARACTERS = 50_000

export const isBlank = (content: string): boolean => content.trim() === ''

/** Returns a message for the user if the content cannot be stored. */
export function contentErrorText({ content, goals, tags }: EntryContent): string | undefined {
  if (content.length > MAX_CONTENT_CHARACTERS)
    return ENTRY_LIMIT_TEXT.tooLong(content.length - MAX_CONTENT_CHARACTERS, MAX_CONTENT_CHARACTERS)
  if (goals.length > MAX_GOALS) return ENTRY_LIMIT_TEXT.tooManyGoals(goals.length, MAX_GOALS)
  if (tags.length > MAX_TAGS) return ENTRY_LIMIT_TEXT.tooManyTags(tags.length, MAX_TAGS)
  return undefined
}
