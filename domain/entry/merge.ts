import { CONTENT_PARTS, IS_SAME_PART, type EntryContent } from './content.ts'
import type { LogEntry } from './entry.ts'
/** What an entry was, and what has been made of it. */
export type EntryChange = { readonly before: LogEntry; readonly changes: Partial<EntryContent> }

/**
 * What becomes of an edit whose entry may have changed underneath: only what the person changed is written, so that
 * changes of other parts stand; `same` if nothing is left to write; `conflict` where the same part was changed to
 * something else; `gone` where the entry has been deleted.
 */
export type MergeResult =
  | { readonly kind: 'write'; readonly changes: Partial<EntryContent> }
  | { readonly kind: 'same' | 'conflict' | 'gone' }

/** What is said of a change that waits for a choice: there may be no entry to edit any more. */
export const CHANGED_MEANWHILE = 'This entry was changed or deleted meanwhile: your change is kept as a draft.'

/**
 * @param base what the person saw when they began
 * @param theirs what is stored now; undefined for nothing
 */
export function merge(
  base: EntryContent,
  mine: EntryContent,
  theirs: (EntryContent & Pick<LogEntry, 'deleted'>) | undefined,
): MergeResult {
  if (!theirs || theirs.deleted) return { kind: 'gone' }
  const changed = CONTENT_PARTS.filter((part) => !IS_SAME_PART[part](mine, base) && !IS_SAME_PART[part](mine, theirs))
  if (changed.length === 0) return { kind: 'same' }
  if (changed.some((part) => !IS_SAME_PART[part](theirs, base))) return { kind: 'conflict' }
  const changes = Object.assign({}, ...changed.map((part) => ({ [part]: mine[part] }))) satisfies Partial<EntryContent>
  return { kind: 'write', changes }
}
