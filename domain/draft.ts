import { sameEdit, type Edit } from './edit.ts'
import { isBlank, type LogEntry } from './log.ts'

/**
 * Where a draft is on its way: being written; sent, and kept until the server has confirmed it; refused by the
 * server; or waiting for a person's choice, because its entry was changed or deleted elsewhere meanwhile.
 */
export type DraftState = 'writing' | 'sent' | 'refused' | 'conflict'

export const DRAFT_STATES: readonly DraftState[] = ['writing', 'sent', 'refused', 'conflict']

/** A text that is kept on the device until the database has it. */
export type Draft = Edit & {
  /** The entry's id; one that is new has its id from the moment its editor opens. */
  readonly id: string
  /** What was there when the person began to change it; null for a new entry. */
  readonly base: Edit | null
  /** When it was last changed, in milliseconds since 1970. */
  readonly savedAt: number
  readonly state: DraftState
}

/** Whether there is anything to lose. */
export const isWorthKeeping = (draft: Draft): boolean =>
  draft.base === null
    ? !isBlank(draft.content) || draft.goals.length > 0 || draft.tags.length > 0
    : !sameEdit(draft, draft.base)

/** An entry as its writer sees it: with the changes that are still on their way. */
export function withDraft(entry: LogEntry, draft: Draft | undefined): LogEntry {
  if (draft?.state !== 'sent' || draft.base === null) return entry
  const { content, level, goals, tags } = draft
  return { ...entry, content, level, goals, tags, queued: true }
}

const SHOWN_CHARACTERS = 60

/** The beginning of a draft in one line, to know it by. */
export function draftTitle({ content }: Edit): string {
  const line =
    content
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? ''
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line
}
