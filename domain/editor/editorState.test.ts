import { describe, expect, test } from 'vitest'
import { draft } from '#tests/support/draft.ts'
import { merge } from '#domain/entry/merge.ts'
import { EMPTY_CONTENT, contentOf, type EntryContent } from '#domain/entry/content.ts'
import { toDraft, editorReducer, toEditorState, type EditorState } from './editorState.ts'
import type { TextSelection } from './textSelection.ts'

const at = (text: string, place = text.length): TextSelection => ({ text, from: place, to: place })

function type(editing: EditorState, letters: string, start = 0): EditorState {
  return Array.from(letters).reduce((now, letter, index) => {
    const before = now.history.present
    const text = before.text.slice(0, before.from) + letter + before.text.slice(before.to)
    const after = at(text, before.from + 1)
    return editorReducer(now, { kind: 'type', before, after, editKind: 'typing', at: start + index })
  }, editing)
}

const BASE: EntryContent = { ...EMPTY_CONTENT, content: 'before' }

const empty = toEditorState(draft({ content: '' }))

test('undoes and redoes uninterrupted typing in one step', () => {
  const typed = type(empty, 'two words')
  const undone = editorReducer(typed, { kind: 'undo', at: 20 })
  expect(undone.history.present.text).toBe('')
  expect(editorReducer(undone, { kind: 'redo', at: 21 }).history.present.text).toBe('two words')
})

test('appends transcribed speech as one undo step and puts the caret at the end of the text', () => {
  const spoken = editorReducer(type(empty, 'typed'), { kind: 'appendTranscript', text: 'Said.', at: 10 })
  expect(spoken.history.present).toEqual(at('typed\n\nSaid.'))
  expect(spoken.changedAt).toBe(10)
  expect(editorReducer(spoken, { kind: 'undo', at: 11 }).history.present.text).toBe('typed')
})

test('starts a new undo step at a line break', () => {
  const typed = type(empty, 'a\nb')
  expect(editorReducer(typed, { kind: 'undo', at: 20 }).history.present.text).toBe('a')
})

test('starts a new undo step when the caret has moved, and restores the caret on undo', () => {
  const typed = type(empty, 'abc')
  const before = at('abc', 1)
  const typedAtCaret = editorReducer(typed, { kind: 'type', before, after: at('aXbc', 2), editKind: 'typing', at: 5 })
  expect(editorReducer(typedAtCaret, { kind: 'undo', at: 6 }).history.present).toEqual(before)
})

test('undoes a formatting command as one step and restores the previous text selection', () => {
  const before = { text: 'abc', from: 0, to: 3 }
  const after = { text: '**abc**', from: 2, to: 5 }
  const bold = editorReducer(type(empty, 'abc'), { kind: 'edit', before, after, at: 5 })
  expect(editorReducer(bold, { kind: 'undo', at: 6 }).history.present).toEqual(before)
})

test('adds no undo step for a formatting command without effect', () => {
  const before = at('abc', 1)
  const same = editorReducer(type(empty, 'abc'), { kind: 'edit', before, after: before, at: 5 })
  expect(same.history.past).toHaveLength(1)
})

describe('tags of a draft', () => {
  test('includes a typed tag only while the text contains the tag', () => {
    const written = editorReducer(type(empty, 'a #canal'), { kind: 'setOwnTags', ownTags: ['water'], at: 20 })
    expect(toDraft(written).tags).toEqual(['water', 'canal'])
    expect(toDraft(editorReducer(written, { kind: 'undo', at: 21 })).tags).toEqual(['water'])
  })

  test('separates tags typed in the text from tags added in the tag field when an entry is opened', () => {
    const opened = toEditorState(draft({ content: 'a #canal', tags: ['water', 'canal'] }))
    expect(opened.ownTags).toEqual(['water'])
    expect(toDraft(opened).tags).toEqual(['water', 'canal'])
  })
})

test('sets `changedAt` to the time of an edit, and to 0 in a new draft', () => {
  expect(empty.changedAt).toBe(0)
  expect(editorReducer(empty, { kind: 'setFields', fields: { level: 'ALERT' }, at: 7 })).toMatchObject({
    fields: { level: 'ALERT' },
    changedAt: 7,
  })
})

test('starts a new undo history when another draft is loaded', () => {
  const loaded = editorReducer(type(empty, 'abc'), { kind: 'load', draft: draft({ id: 'two', content: 'other' }) })
  expect(loaded).toMatchObject({ id: 'two', changedAt: 0, history: { past: [], future: [] } })
})

describe('draft with a changed key', () => {
  const written = type(toEditorState(draft({ key: 'k', base: BASE, content: 'before' })), ' and more')

  test('after a draft is sent, continues with a new draft whose base is the sent draft', () => {
    const sent = toDraft(written)
    const next = editorReducer(written, { kind: 'send', draft: sent, key: 'next' })
    expect(toDraft(next)).toMatchObject({ key: 'next', base: contentOf(sent), content: sent.content, savedAt: 0 })
    expect(next.history, 'the undo history is kept').toBe(written.history)
  })

  test('merges a rejected draft with the text that was typed after the draft was sent', () => {
    const sent = toDraft(written)
    const typedOn = type(editorReducer(written, { kind: 'send', draft: sent, key: 'next' }), '!', 20)
    const back = toDraft(editorReducer(typedOn, { kind: 'reopen', draft: sent }))
    expect(back).toMatchObject({ key: 'k', base: BASE, content: `${sent.content}!` })
    expect(back.savedAt, 'the merged draft counts as changed').toBeGreaterThan(0)
  })

  test('continues with a copy of the draft under a new key when another tab has the draft open', () => {
    expect(toDraft(editorReducer(written, { kind: 'continueAsCopy', key: 'copy' }))).toMatchObject({
      id: 'one',
      key: 'copy',
    })
    const fresh = type(toEditorState(draft({ content: '' })), 'new')
    expect(toDraft(editorReducer(fresh, { kind: 'continueAsCopy', key: 'copy' }))).toMatchObject({
      id: 'copy',
      key: 'copy',
    })
  })
})

describe('entry changed by another device or tab', () => {
  const base: EntryContent = {
    ...EMPTY_CONTENT,
    content: 'on #canal',
    goals: ['a'],
    tags: ['old', 'canal'],
  }
  const opened = toEditorState(draft({ ...base, base }))
  const theirs: EntryContent = {
    ...EMPTY_CONTENT,
    content: 'else',
    level: 'ALERT',
    goals: ['a', 'b'],
    tags: ['new', 'canal'],
    eyesOnly: true,
  }

  test('applies all remote changes except changes to the text', () => {
    const rebased = toDraft(editorReducer(opened, { kind: 'rebase', theirs }))
    expect(contentOf(rebased)).toEqual({ ...theirs, content: base.content })
    expect(rebased.base).toEqual({ ...theirs, content: base.content })
  })

  test('keeps the parts of the entry that the user has changed', () => {
    const mine = editorReducer(editorReducer(opened, { kind: 'setFields', fields: { level: 'INTEL' }, at: 1 }), {
      kind: 'setFields',
      fields: { goals: [] },
      at: 2,
    })
    const rebased = toDraft(editorReducer(mine, { kind: 'rebase', theirs }))
    expect(rebased).toMatchObject({ level: 'INTEL', goals: [], tags: ['new', 'canal'], eyesOnly: true })
    expect(rebased.base, 'conflicting parts keep the old base').toMatchObject({ level: 'FIELD', goals: ['a'] })
  })

  test('keeps a tag typed in the text and adds the remote tags', () => {
    const typed = editorReducer(opened, {
      kind: 'edit',
      before: opened.history.present,
      after: at('on #canal #boat'),
      at: 1,
    })
    const rebased = toDraft(editorReducer(typed, { kind: 'rebase', theirs }))
    expect(rebased.tags).toEqual(['new', 'canal', 'boat'])
    expect(
      merge(rebased.base ?? expect.unreachable(), contentOf(rebased), {
        ...theirs,
        content: base.content,
        deleted: false,
      }),
    ).toMatchObject({ kind: 'write', changes: { content: 'on #canal #boat', tags: ['new', 'canal', 'boat'] } })
  })

  test('leaves the state unchanged if the stored entry has not changed, or if the draft is a new entry', () => {
    expect(editorReducer(opened, { kind: 'rebase', theirs: base })).toBe(opened)
    expect(editorReducer(empty, { kind: 'rebase', theirs })).toBe(empty)
  })
})
