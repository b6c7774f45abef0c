import { contentOf, isSameContent, type EntryContent, isBlank } from './content.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { type EntryMetadata, type LogEntry } from './entry.ts'

/**
 * Where a draft is on its way: being written; sent, and kept until the server has confirmed it; refused by the
 * server; or waiting for a person's choice, because its entry was changed or deleted elsewhere meanwhile.
 */
export type DraftState = 'writing' | 'sent' | 'refused' | 'conflict'

export const DRAFT_STATES: readonly DraftState[] = ['writing', 'sent', 'refused', 'conflict']

/** A text that is kept on the device until the database has it. One that was sent is not changed any more. */
export type Draft = EntryContent & {
  /**
   * What it is kept under: every editor has one of its own, so that two tabs with the same entry write over nothing
   * of each other. A new entry's is its id.
   */
  readonly key: string
  /** The entry's id; one that is new has its id from the moment its editor opens. */
  readonly id: string
  /** What was there when the person began to change it; null for a new entry. */
  readonly base: EntryContent | null
  /** When it was last changed, in milliseconds since 1970. */
  readonly savedAt: number
  readonly state: DraftState
  /** Where and when a new entry was sent: with them it can be sent again after a reload. */
  readonly circumstances?: EntryMetadata
}

/** Whether there is anything to lose. */
export const hasUnsavedChanges = (draft: Draft): boolean =>
  draft.base === null
    ? !isBlank(draft.content) || draft.goals.length > 0 || draft.tags.length > 0
    : !isSameContent(draft, draft.base)

/** A draft that changes what is there already. */
export const draftOf = (id: string, key: string, stored: EntryContent): Draft => ({
  id,
  key,
  ...contentOf(stored),
  base: contentOf(stored),
  savedAt: 0,
  state: 'writing',
})

/** A draft of something new. */
export const emptyDraft = (id: string, level: string): Draft => ({
  id,
  key: id,
  content: '',
  level,
  goals: [],
  tags: [],
  eyesOnly: false,
  base: null,
  savedAt: 0,
  state: 'writing',
})

/** The drafts of one entry that can be gone on with, the newest first. */
export const unsentDraftsOf = (drafts: ReadonlyMap<string, Draft>, entryId: string): readonly Draft[] =>
  [...drafts.values()]
    .filter(({ id, state }) => id === entryId && state !== 'sent')
    .toSorted((a, b) => b.savedAt - a.savedAt)

/** The last change of an entry that was sent and is not confirmed yet. */
export const lastSentDraftOf = (drafts: ReadonlyMap<string, Draft>, entryId: string): Draft | undefined =>
  [...drafts.values()]
    .filter(({ id, state, base }) => id === entryId && state === 'sent' && base !== null)
    .toSorted((a, b) => a.savedAt - b.savedAt)
    .at(-1)

/** An entry as its writer sees it: with the change that is still on its way. */
export const withSentChange = (entry: LogEntry, sent: Draft | undefined): LogEntry =>
  sent ? { ...entry, ...contentOf(sent), queued: true } : entry

const SHOWN_CHARACTERS = 60

/** The beginning of a draft in one line, to know it by. */
export function draftTitle({ content }: EntryContent): string {
  const line =
    content
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? ''
  return line.length > SHOWN_CHARACTERS ? `${truncateText(line, SHOWN_CHARACTERS)}…` : line
}
