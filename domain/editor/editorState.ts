import type { Draft } from '#domain/entry/draft.ts'
import { editOf, SAME, sameEdit, sameTags, type Edit } from '#domain/entry/content.ts'
import { ownTagsOf, tagsOf } from '#domain/entry/tags.ts'
import type { Passage } from './textSelection.ts'
import { amend, historyOf, record, redo, reselect, undo, type Deed, type History } from './undo.ts'
import { withSpoken } from '#domain/analysis/voice.ts'

/** An entry that is being written: its text with all its former states, and what else it has. */
export type Editing = {
  readonly id: string
  readonly key: string
  /** The key of the draft that was opened or taken; what becomes of the key by sending changes nothing of it. */
  readonly opened: string
  readonly base: Draft['base']
  readonly history: History<Passage>
  readonly level: string
  readonly goals: readonly string[]
  /** Tags besides those typed in the text. */
  readonly ownTags: readonly string[]
  readonly eyesOnly: boolean
  /** When something was last changed; 0 while nothing was. */
  readonly changedAt: number
}

export type EditingAction =
  | {
      readonly kind: 'typed'
      readonly before: Passage
      readonly after: Passage
      readonly deed: Deed
      readonly at: number
    }
  /** A composition, whose first letters were typed, has gone on or has ended. */
  | { readonly kind: 'composed'; readonly after: Passage; readonly at: number }
  /** Something other than typing changed the text: a verb, a pasted link, a continued list. */
  | { readonly kind: 'changed'; readonly before: Passage; readonly after: Passage; readonly at: number }
  /** What was spoken comes behind what is there. */
  | { readonly kind: 'spoken'; readonly text: string; readonly at: number }
  | { readonly kind: 'undo' | 'redo'; readonly at: number }
  | { readonly kind: 'level'; readonly level: string; readonly at: number }
  | { readonly kind: 'goals'; readonly goals: readonly string[]; readonly at: number }
  | { readonly kind: 'eyesOnly'; readonly eyesOnly: boolean; readonly at: number }
  | { readonly kind: 'tags'; readonly ownTags: readonly string[]; readonly at: number }
  /** Goes on with another draft, or with the one that was opened. */
  | { readonly kind: 'take'; readonly draft: Draft }
  /** This was sent: what is written from now on is a draft of its own, which begins from that. */
  | { readonly kind: 'sent'; readonly draft: Draft; readonly key: string }
  /** What was sent came back: it is written on. */
  | { readonly kind: 'returned'; readonly draft: Draft }
  /** The entry has changed underneath, by its suggestions or on another device. */
  | { readonly kind: 'followed'; readonly theirs: Edit }
  /** Another tab has this draft open: here it goes on as a copy, of a new entry as another one. */
  | { readonly kind: 'copied'; readonly key: string }

export function editingOf({ id, key, base, content, level, goals, tags, eyesOnly }: Draft): Editing {
  return {
    id,
    key,
    opened: key,
    base,
    history: historyOf({ text: content, from: content.length, to: content.length }),
    level,
    goals,
    ownTags: ownTagsOf({ content, tags }),
    eyesOnly,
    changedAt: 0,
  }
}

/** What is being written, as it is kept and sent. */
export function draftIn({ id, key, base, history, level, goals, ownTags, eyesOnly, changedAt }: Editing): Draft {
  const content = history.present.text
  const tags = tagsOf(content, ownTags)
  return { id, key, base, content, level, goals, tags, eyesOnly, savedAt: changedAt, state: 'writing' }
}

export function edited(editing: Editing, action: EditingAction): Editing {
  switch (action.kind) {
    case 'typed': {
      const { before, after, deed, at } = action
      // A caret that was moved, and a new line, begin something new to undo.
      const elsewhere = before.to !== editing.history.present.to
      const begins = elsewhere || after.text[after.to - 1] === '\n'
      const from = elsewhere ? reselect(editing.history, before) : editing.history
      return { ...editing, history: record(from, after, deed, at, begins), changedAt: at }
    }
    case 'composed':
      return { ...editing, history: amend(editing.history, action.after, action.at), changedAt: action.at }
    case 'changed': {
      const { before, after, at } = action
      if (after.text === before.text) return { ...editing, history: reselect(editing.history, after) }
      return { ...editing, history: record(reselect(editing.history, before), after, 'other', at), changedAt: at }
    }
    case 'spoken': {
      const text = withSpoken(editing.history.present.text, action.text)
      const after = { text, from: text.length, to: text.length }
      return { ...editing, history: record(editing.history, after, 'other', action.at), changedAt: action.at }
    }
    case 'undo':
      return { ...editing, history: stepped(editing.history, undo), changedAt: action.at }
    case 'redo':
      return { ...editing, history: stepped(editing.history, redo), changedAt: action.at }
    case 'level':
      return { ...editing, level: action.level, changedAt: action.at }
    case 'goals':
      return { ...editing, goals: action.goals, changedAt: action.at }
    case 'eyesOnly':
      return { ...editing, eyesOnly: action.eyesOnly, changedAt: action.at }
    case 'tags':
      return { ...editing, ownTags: action.ownTags, changedAt: action.at }
    case 'take':
      return editingOf(action.draft)
    case 'sent':
      return { ...editing, id: action.draft.id, key: action.key, base: editOf(action.draft), changedAt: 0 }
    case 'returned':
      return { ...editing, id: action.draft.id, key: action.draft.key, base: action.draft.base }
    case 'followed':
      return following(editing, action.theirs)
    case 'copied':
      return { ...editing, id: editing.base === null ? action.key : editing.id, key: action.key }
  }
}

/** A composition that was given up leaves a step without a change, which is passed over. */
function stepped(history: History<Passage>, step: typeof undo<Passage>): History<Passage> {
  const next = step(history)
  const moved = next.past.length !== history.past.length
  return moved && next.present.text === history.present.text ? stepped(next, step) : next
}

function following(editing: Editing, theirs: Edit): Editing {
  if (editing.base === null) return editing
  const { base, mine } = follow(editing.base, draftIn(editing), theirs)
  if (sameEdit(base, editing.base)) return editing
  const { level, goals, eyesOnly } = mine
  return { ...editing, base, level, goals, eyesOnly, ownTags: ownTagsOf(mine) }
}

/**
 * An edit and what it began from, after its entry has changed underneath: what the person has left as it was follows.
 * The text does not, which nobody wants to move under their hands, and so neither do the tags that are typed in it.
 */
export function follow(base: Edit, mine: Edit, theirs: Edit): { readonly base: Edit; readonly mine: Edit } {
  const given = ownTagsOf(theirs)
  const tagsFollow = sameTags(ownTagsOf(mine), ownTagsOf(base))
  const followed = (edit: Edit): Edit => ({
    ...edit,
    ...(SAME.level(mine, base) && { level: theirs.level }),
    ...(SAME.goals(mine, base) && { goals: theirs.goals }),
    ...(SAME.eyesOnly(mine, base) && { eyesOnly: theirs.eyesOnly }),
    ...(tagsFollow && { tags: edit.content === theirs.content ? theirs.tags : tagsOf(edit.content, given) }),
  })
  return { base: followed(base), mine: followed(mine) }
}
