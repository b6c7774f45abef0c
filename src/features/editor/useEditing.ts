import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { draftIn, edited, editingOf, type EditingAction } from '#domain/editor/editorState.ts'
import type { Passage } from '#domain/editor/textSelection.ts'
import { useDrafts } from '#src/stores/drafts.ts'

export type WritingEditor = {
  /** As it would be sent now. */
  readonly draft: Draft
  /** Changes when somebody goes on with another draft. */
  readonly opened: string
  readonly passage: Passage
  readonly ownTags: readonly string[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Something was changed since it was opened or taken. */
  readonly touched: boolean
  readonly dispatch: (action: EditingAction) => void
}

/** The writing of one entry. Every change is kept as a draft, which other tabs know to be open here. */
export function useEditing(initial: Draft): WritingEditor {
  const [editing, dispatch] = useReducer(edited, initial, editingOf)
  const write = useDrafts((state) => state.write)
  const hold = useDrafts((state) => state.acquire)
  const draft = useMemo(() => draftIn(editing), [editing])
  const { key, changedAt } = editing
  useEffect(() => {
    if (changedAt > 0) write(draft)
  }, [draft, changedAt, write])
  useEffect(() => {
    let left = false
    const held = hold(key)
    void held.then((letGo) => {
      if (!letGo && !left) dispatch({ kind: 'copied', key: crypto.randomUUID() })
    })
    return () => {
      left = true
      void held.then((letGo) => letGo?.())
    }
  }, [key, hold])
  const flush = useDrafts((state) => state.flush)
  const leaving = useRef(flush)
  useEffect(() => () => leaving.current(), [])
  return {
    draft,
    opened: editing.opened,
    passage: editing.history.present,
    ownTags: editing.ownTags,
    canUndo: editing.history.past.length > 0,
    canRedo: editing.history.future.length > 0,
    touched: changedAt > 0,
    dispatch,
  }
}
