import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Draft } from '#domain/entry/draft.ts'
import { toDraft, editorReducer, toEditorState, type EditorAction } from '#domain/editor/editorState.ts'
import type { TextSelection } from '#domain/editor/textSelection.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { dismissDraftSaved } from './reportDraftSaved.ts'

export type WritingEditor = {
  /** The draft with all changes, in the form in which it would be submitted. */
  readonly draft: Draft
  /** The key of the loaded draft. It changes when the user continues another draft. */
  readonly openedKey: string
  readonly selection: TextSelection
  readonly ownTags: readonly string[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Whether the user has changed the draft since the editor opened it. */
  readonly isTouched: boolean
  readonly dispatch: (action: EditorAction) => void
  /** Adds a goal or a tag that is typed but not entered, and returns the resulting draft. */
  readonly settle: () => Draft
}

/**
 * Manages the state of one editor. Stores every change as a draft, and locks the draft, so that no other tab edits it.
 * If another tab has the lock, the editor continues with a copy of the draft.
 */
export function useEditing(initial: Draft): WritingEditor {
  const [editing, dispatch] = useReducer(editorReducer, initial, toEditorState)
  const write = useDrafts((state) => state.write)
  const acquire = useDrafts((state) => state.acquire)
  const draft = useMemo(() => toDraft(editing), [editing])
  const { key, changedAt } = editing
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  })
  const settle = () => {
    const field = document.activeElement
    // The fields for goals and tags add what is typed when they lose the focus.
    if (field instanceof HTMLInputElement)
      flushSync(() => {
        field.blur()
        field.focus()
      })
    return latest.current
  }
  useEffect(() => {
    if (changedAt > 0) write(draft)
  }, [draft, changedAt, write])
  useEffect(() => {
    dismissDraftSaved(key)
    let isCanceled = false
    const lock = acquire(key)
    void lock.then((release) => {
      if (!release && !isCanceled) dispatch({ kind: 'continueAsCopy', key: crypto.randomUUID() })
    })
    return () => {
      isCanceled = true
      void lock.then((release) => release?.())
    }
  }, [key, acquire])
  const flush = useDrafts((state) => state.flush)
  const flushOnUnmount = useRef(flush)
  useEffect(() => () => flushOnUnmount.current(), [])
  return {
    draft,
    openedKey: editing.openedDraftKey,
    selection: editing.history.present,
    ownTags: editing.ownTags,
    canUndo: editing.history.past.length > 0,
    canRedo: editing.history.future.length > 0,
    isTouched: changedAt > 0,
    dispatch,
    settle,
  }
}
