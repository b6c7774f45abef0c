import { EMPTY_CONTENT, contentOf, isSameContent, type EntryContent, isBlank } from './content.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { type EntryMetadata } from './entry.ts'

/**
 * The state of a draft: being written; sent and stored until the server confirms it; rejected by the server; or in
 * conflict, because the entry was changed or deleted elsewhere.
 */
export type DraftState = 'writing' | 'sent' | 'refused' | 'conflict'

export const DRAFT_STATES: readonly DraftState[] = ['writing', 'sent', 'refused', 'conflict']

/** A text that is stored on the device until the database has it. A sent draft is immutable. */
export type Draft = EntryContent & {
  /**
   * The storage key. Each editor uses its own key, so that two tabs that edit the same entry do not overwrite each
   * other's drafts. The key for a new entry is the entry's id.
   */
  readonly key: string
  /** The entry's id. A new entry gets its id when its editor opens. */
  readonly id: string
  /** The content when the user began to edit; null for a new entry. */
  readonly base: EntryContent | null
  /** Time of the last change, in milliseconds since 1970. */
  readonly savedAt: number
  readonly state: DraftState
  /** Metadata of a new entry, if the entry was sent. It is needed to send the entry again after a reload. */
  readonly metadata?: EntryMetadata
}

/** Returns whether discarding the draft would lose content. */
export const hasUnsavedChanges = (draft: Draft): boolean =>
  draft.base === null
    ? !isBlank(draft.content) || draft.goals.length > 0 || draft.tags.length > 0
    : !isSameContent(draft, draft.base)

/** Creates a draft that edits an existing entry. */
export const draftOf = (id: string, key: string, stored: EntryContent): Draft => ({
  id,
  key,
  ...contentOf(stored),
  base: contentOf(stored),
  savedAt: 0,
  state: 'writing',
})

/** Creates a draft of a new entry. */
export const emptyDraft = (id: string, level: string): Draft => ({
  id,
  key: id,
  ...EMPTY_CONTENT,
  level,
  base: null,
  savedAt: 0,
  state: 'writing',
})

/** Returns the drafts of an entry that can be continued, newest first. */
export const unsentDraftsOf = (drafts: ReadonlyMap<string, Draft>, entryId: string): readonly Draft[] =>
  [...drafts.values()]
    .filter(({ id, state }) => id === entryId && state !== 'sent')
    .toSorted((a, b) => b.savedAt - a.savedAt)

/** Returns the draft of a new entry that the server has rejected. */
export const rejectedDraftOf = (drafts: ReadonlyMap<string, Draft>, entryId: string): Draft | undefined =>
  [...drafts.values()].find(({ id, base, state }) => id === entryId && base === null && state === 'refused')

const SHOWN_CHARACTERS = 60
/** The title of a draft is derived from this many characters. Longer lines would make the pattern slow. */
const READ_CHARACTERS = 200

const BLOCK_MARKS = /^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)]|\[[ xX]\])[ \t]+)+(?=\S)/
const EMPHASIS = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~|`+)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu

/** Returns the beginning of a draft as a one-line title, without the most common marks of Markdown. */
export function draftTitle({ content }: EntryContent): string {
  const line =
    content
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? ''
  const title = truncateText(line, READ_CHARACTERS).replace(BLOCK_MARKS, '').replace(EMPHASIS, '$2')
  return title.length > SHOWN_CHARACTERS ? `${truncateText(title, SHOWN_CHARACTERS)}…` : title
}
