import type { Draft } from '#domain/entry/draft.ts'
import {
  contentOf,
  isSameContent,
  isSamePart,
  isSameTags,
  pickParts,
  type EntryContent,
} from '#domain/entry/content.ts'
import { ownTagsOf, tagsOf } from '#domain/entry/tags.ts'
import type { TextSelection } from './textSelection.ts'
import {
  amendEdit,
  createHistory,
  recordEdit,
  redo,
  changeSelection,
  undo,
  type EditKind,
  type EditHistory,
} from './undo.ts'
import { appendTranscript } from '#domain/analysis/voice.ts'

/**
 * The edited parts of an entry except its text and tags. The editor handles text and tags together, because tags can be
 * typed in the text.
 */
type EditorFields = Omit<EntryContent, 'content' | 'tags'>

/** State of an entry that is being edited, with the undo history of its text. */
export type EditorState = {
  readonly id: string
  readonly key: string
  /** Key under which the draft was opened or loaded. Sending the draft changes `key`, but not this key. */
  readonly openedDraftKey: string
  readonly base: Draft['base']
  readonly history: EditHistory<TextSelection>
  readonly fields: EditorFields
  /** Tags that are not typed in the text. */
  readonly ownTags: readonly string[]
  /** Time of the last change; 0 if nothing has changed. */
  readonly changedAt: number
}

export type EditorAction =
  | {
      readonly kind: 'type'
      readonly before: TextSelection
      readonly after: TextSelection
      readonly editKind: EditKind
      readonly at: number
    }
  /**
   * Updates the text during a composition of an input method. The first letters of the composition are already recorded
   * as typing.
   */
  | { readonly kind: 'compose'; readonly after: TextSelection; readonly at: number }
  /** Changes the text by other means than typing, such as a formatting command, a pasted link or Enter in a list. */
  | { readonly kind: 'edit'; readonly before: TextSelection; readonly after: TextSelection; readonly at: number }
  | { readonly kind: 'appendTranscript'; readonly text: string; readonly at: number }
  | { readonly kind: 'undo' | 'redo'; readonly at: number }
  | { readonly kind: 'setFields'; readonly fields: Partial<EditorFields>; readonly at: number }
  | { readonly kind: 'setOwnTags'; readonly ownTags: readonly string[]; readonly at: number }
  /** Loads another draft, or loads the opened draft again. */
  | { readonly kind: 'load'; readonly draft: Draft }
  /** Marks the draft as sent. Later edits go to a new draft, whose base is the sent draft. */
  | { readonly kind: 'send'; readonly draft: Draft; readonly key: string }
  /** Makes a sent draft editable again, because it was rejected. */
  | { readonly kind: 'reopen'; readonly draft: Draft }
  /** Applies changes that were made outside of this editor, by suggestions or on another device. */
  | { readonly kind: 'rebase'; readonly theirs: EntryContent }
  /** Continues with a copy, because another tab has this draft open. A copy of a new entry gets a new id. */
  | { readonly kind: 'continueAsCopy'; readonly key: string }

export function toEditorState(draft: Draft): EditorState {
  const { id, key, base } = draft
  const { content, tags, ...fields } = contentOf(draft)
  return {
    id,
    key,
    openedDraftKey: key,
    base,
    history: createHistory({ text: content, from: content.length, to: content.length }),
    fields,
    ownTags: ownTagsOf({ content, tags }),
    changedAt: 0,
  }
}

/** Returns the draft to store and send. */
export function toDraft({ id, key, base, history, fields, ownTags, changedAt }: EditorState): Draft {
  const content = history.present.text
  const tags = tagsOf(content, ownTags)
  return { id, key, base, ...fields, content, tags, savedAt: changedAt, state: 'writing' }
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.kind) {
    case 'type': {
      const { before, after, editKind, at } = action
      // Moving the caret or typing a line break starts a new undo step.
      const isCaretMoved = before.to !== state.history.present.to
      const startsNewStep = isCaretMoved || after.text[after.to - 1] === '\n'
      const from = isCaretMoved ? changeSelection(state.history, before) : state.history
      return { ...state, history: recordEdit(from, after, editKind, at, startsNewStep), changedAt: at }
    }
    case 'compose':
      return { ...state, history: amendEdit(state.history, action.after, action.at), changedAt: action.at }
    case 'edit': {
      const { before, after, at } = action
      if (after.text === before.text) return { ...state, history: changeSelection(state.history, after) }
      return {
        ...state,
        history: recordEdit(changeSelection(state.history, before), after, 'other', at),
        changedAt: at,
      }
    }
    case 'appendTranscript': {
      const text = appendTranscript(state.history.present.text, action.text)
      const after = { text, from: text.length, to: text.length }
      return { ...state, history: recordEdit(state.history, after, 'other', action.at), changedAt: action.at }
    }
    case 'undo':
      return { ...state, history: stepHistory(state.history, undo), changedAt: action.at }
    case 'redo':
      return { ...state, history: stepHistory(state.history, redo), changedAt: action.at }
    case 'setFields':
      return { ...state, fields: { ...state.fields, ...action.fields }, changedAt: action.at }
    case 'setOwnTags':
      return { ...state, ownTags: action.ownTags, changedAt: action.at }
    case 'load':
      return toEditorState(action.draft)
    case 'send':
      return { ...state, id: action.draft.id, key: action.key, base: contentOf(action.draft), changedAt: 0 }
    case 'reopen':
      return { ...state, id: action.draft.id, key: action.draft.key, base: action.draft.base }
    case 'rebase':
      return rebaseEditor(state, action.theirs)
    case 'continueAsCopy':
      return { ...state, id: state.base === null ? action.key : state.id, key: action.key }
  }
}

/** Skips undo steps that change nothing. A canceled composition creates such a step. */
function stepHistory(
  history: EditHistory<TextSelection>,
  step: typeof undo<TextSelection>,
): EditHistory<TextSelection> {
  const next = step(history)
  const moved = next.past.length !== history.past.length
  return moved && next.present.text === history.present.text ? stepHistory(next, step) : next
}

function rebaseEditor(state: EditorState, theirs: EntryContent): EditorState {
  if (state.base === null) return state
  const { base, mine } = rebase(state.base, toDraft(state), theirs)
  if (isSameContent(base, state.base)) return state
  const { content, tags, ...fields } = contentOf(mine)
  return { ...state, base, fields, ownTags: ownTagsOf({ content, tags }) }
}

/**
 * Rebases an edit onto a newer version of the entry: a part that the user has not changed takes the newer value. The
 * text and the tags typed in it keep the user's version, because they must not change while the user types.
 */
export function rebase(
  base: EntryContent,
  mine: EntryContent,
  theirs: EntryContent,
): { readonly base: EntryContent; readonly mine: EntryContent } {
  const theirOwnTags = ownTagsOf(theirs)
  const shouldUpdateTags = isSameTags(ownTagsOf(mine), ownTagsOf(base))
  const withTheirs = (edit: EntryContent): EntryContent => ({
    ...edit,
    ...pickParts(theirs, (part) => part !== 'content' && part !== 'tags' && isSamePart(part, mine, base)),
    ...(shouldUpdateTags && {
      tags: edit.content === theirs.content ? theirs.tags : tagsOf(edit.content, theirOwnTags),
    }),
  })
  return { base: withTheirs(base), mine: withTheirs(mine) }
}
