import { CONTENT_PARTS, isSamePart, pickParts, type EntryContent } from './content.ts'
import type { LogEntry } from './entry.ts'
/** The previous entry and the parts that were changed. */
export type EntryChange = { readonly before: LogEntry; readonly changes: Partial<EntryContent> }

/**
 * Result of merging an edit into an entry that may have changed. `write` has only the parts that the user changed, so
 * that other changes stay; `same` means nothing is left to write; `conflict` means the same part was changed
 * differently; `gone` means the entry was deleted.
 */
export type MergeResult =
  | { readonly kind: 'write'; readonly changes: Partial<EntryContent> }
  | { readonly kind: 'same' | 'conflict' | 'gone' }

/** Message for a change that needs the user's decision. The entry may not exist any more. */
export const CHANGED_ELSEWHERE = 'This entry was changed or deleted elsewhere. Your change is saved as a draft.'

/**
 * @param base the content when the user began to edit
 * @param theirs the content stored now; undefined if the entry does not exist
 */
export function merge(
  base: EntryContent,
  mine: EntryContent,
  theirs: (EntryContent & Pick<LogEntry, 'deleted'>) | undefined,
): MergeResult {
  if (!theirs || theirs.deleted) return { kind: 'gone' }
  const changed = CONTENT_PARTS.filter((part) => !isSamePart(part, mine, base) && !isSamePart(part, mine, theirs))
  if (changed.length === 0) return { kind: 'same' }
  if (changed.some((part) => !isSamePart(part, theirs, base))) return { kind: 'conflict' }
  return { kind: 'write', changes: pickParts(mine, (part) => changed.includes(part)) }
}
