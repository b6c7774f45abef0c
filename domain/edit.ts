import type { LogEntry } from './log.ts'
import { hashtagsIn, without } from './tags.ts'

/** What a person writes of an entry. */
export type Edit = {
  readonly content: string
  readonly level: string
  readonly goals: readonly string[]
  readonly tags: readonly string[]
  /** For its writer's eyes only: never analysed, which the server holds too. */
  readonly eyesOnly: boolean
}

/** What an entry was, and what has been made of it. */
export type EntryChange = { readonly before: LogEntry; readonly changes: Partial<Edit> }

/**
 * What becomes of an edit whose entry may have changed underneath: only what the person changed is written, so that
 * changes of other parts stand; `same` if nothing is left to write; `conflict` where the same part was changed to
 * something else; `gone` where the entry has been deleted.
 */
export type Merged =
  | { readonly kind: 'write'; readonly changes: Partial<Edit> }
  | { readonly kind: 'same' | 'conflict' | 'gone' }

export const editOf = ({ content, level, goals, tags, eyesOnly }: Edit): Edit => ({
  content,
  level,
  goals,
  tags,
  eyesOnly,
})

export const sameEdit = (a: Edit, b: Edit): boolean =>
  a.content === b.content &&
  a.level === b.level &&
  a.eyesOnly === b.eyesOnly &&
  sameList(a.goals, b.goals) &&
  sameList(a.tags, b.tags)

/**
 * @param base what the person saw when they began
 * @param theirs what is stored now; undefined for nothing
 */
export function merge(base: Edit, mine: Edit, theirs: (Edit & Pick<LogEntry, 'deleted'>) | undefined): Merged {
  if (!theirs || theirs.deleted) return { kind: 'gone' }
  const parts = [
    part(base.content, mine.content, theirs.content, { content: mine.content }),
    part(base.level, mine.level, theirs.level, { level: mine.level }),
    part(base.goals, mine.goals, theirs.goals, { goals: mine.goals }),
    part(base.tags, mine.tags, theirs.tags, { tags: mine.tags }),
    part(base.eyesOnly, mine.eyesOnly, theirs.eyesOnly, { eyesOnly: mine.eyesOnly }),
  ]
  if (parts.includes('conflict')) return { kind: 'conflict' }
  const changes = Object.assign({}, ...parts.filter((found) => typeof found === 'object')) satisfies Partial<Edit>
  return Object.keys(changes).length === 0 ? { kind: 'same' } : { kind: 'write', changes }
}

/**
 * What of an edit follows its entry while that changes underneath: every part that the person has left as it was, but
 * not the text, which nobody wants to move under their hands.
 */
export function following(base: Edit, mine: Edit, theirs: Edit): Partial<Omit<Edit, 'content'>> {
  return {
    ...(mine.level === base.level && theirs.level !== base.level && { level: theirs.level }),
    ...(sameList(mine.goals, base.goals) && !sameList(theirs.goals, base.goals) && { goals: theirs.goals }),
    ...(sameList(untyped(mine), untyped(base)) && !sameList(theirs.tags, base.tags) && { tags: theirs.tags }),
    ...(mine.eyesOnly === base.eyesOnly && theirs.eyesOnly !== base.eyesOnly && { eyesOnly: theirs.eyesOnly }),
  }
}

/** Tags besides those typed in the text. */
export const untyped = ({ content, tags }: Pick<Edit, 'content' | 'tags'>): readonly string[] =>
  without(tags, hashtagsIn(content))

type Part = Edit[keyof Edit]

function part(base: Part, mine: Part, theirs: Part, change: Partial<Edit>): Partial<Edit> | 'conflict' | undefined {
  if (samePart(mine, base) || samePart(mine, theirs)) return undefined
  return samePart(theirs, base) ? change : 'conflict'
}

const samePart = (a: Part, b: Part): boolean =>
  typeof a === 'object' && typeof b === 'object' ? sameList(a, b) : a === b

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
