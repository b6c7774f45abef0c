import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft } from '#domain/entry/draft.ts'
import { contentOf, contentErrorText, isBlank } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { FALLBACK_LEVEL, isLogLevel } from '#domain/entry/levels.ts'
import { CHANGED_ELSEWHERE, merge } from '#domain/entry/merge.ts'
import { writeErrorText } from '#domain/errors.ts'
import { EDITOR_MESSAGE } from '#domain/texts/editor.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useVoice } from '#src/stores/voice.ts'
import { useSession } from '#src/stores/userStore.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast } from '#src/ui/toast.tsx'
import { reportDraftSaved } from './reportDraftSaved.ts'
import { useEntryMetadata } from './useEntryMetadata.ts'
import type { WritingEditor } from './useEditing.ts'

/** The delay between saving an entry and the navigation to the dashboard (specification §9). */
const REDIRECT_AFTER_SAVE_MS = 1000

/** `saved`: the change is confirmed by the server or queued. `conflict`: the user chooses between two versions. */
type SaveState = 'idle' | 'saving' | 'saved' | 'conflict'

type SaveEntry = {
  readonly state: SaveState
  /** The reason why the entry cannot be saved, or why a text was not pasted. */
  readonly error: string | undefined
  readonly save: (mine: Draft) => void
  readonly setError: (error: string | undefined) => void
  readonly dismissConflict: () => void
}

/**
 * Saves the entry of an editor, then navigates to the dashboard. Until saving starts, changes by other tabs and devices
 * are merged into the editor.
 * @param entry the stored entry; undefined once it is deleted
 */
export function useSaveEntry(entry: LogEntry | undefined, { draft, dispatch }: WritingEditor): SaveEntry {
  const session = useSession()
  const navigate = useNavigate()
  const submit = useDrafts((drafts) => drafts.submit)
  const discard = useDrafts((drafts) => drafts.discard)
  const accept = useVoice((voice) => voice.accept)
  const getMetadata = useEntryMetadata()
  const [state, setState] = useState<SaveState>('idle')
  const [shownError, setError] = useState<string>()
  const isMounted = useIsMounted()
  const isSubmitted = state === 'saving' || state === 'saved'
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(() => void navigate('/'), REDIRECT_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [state, navigate])
  useEffect(() => {
    if (entry && !isSubmitted) dispatch({ kind: 'rebase', theirs: contentOf(entry) })
  }, [entry, isSubmitted, dispatch])

  const save = (mine: Draft): void => {
    if (isSubmitted) return
    const problem = isBlank(mine.content) ? EDITOR_MESSAGE.needsText : contentErrorText(mine)
    if (problem) return setError(problem)
    if (isInConflict(mine, entry)) return setState('conflict')
    setState('saving')
    if (mine.key !== draft.key) discard(draft.key)
    const level = isLogLevel(mine.level) ? mine.level : FALLBACK_LEVEL
    const sent: Draft = { ...mine, level, savedAt: Date.now() }
    const submission = submit(sent, getMetadata(mine.key))
    // Text typed after this point belongs to a new draft. If the server rejects the sent draft, the action `reopen`
    // merges both drafts.
    const nextKey = crypto.randomUUID()
    dispatch({ kind: 'send', draft: sent, key: nextKey })
    accept(sent.key)
    const restore = (after: 'idle' | 'conflict'): void => {
      if (!isMounted()) return
      setState(after)
      discard(nextKey)
      dispatch({ kind: 'reopen', draft: sent })
    }
    const reported = reportOutcome(
      submission.then((outcome) => outcome === 'saved'),
      {
        done: LOG_TEXT.saved,
        subject: EDITOR_MESSAGE.editSubject,
        failed: (error) => writeErrorText(error, LOG_TEXT.saveFailed),
        toaster: 'app',
      },
    )
    void reported.then((isSavedOrQueued) => {
      if (isSavedOrQueued) setState('saved')
    })
    submission.then(
      (outcome) => {
        if (outcome !== 'conflict') return
        if (isMounted()) restore('conflict')
        else toast.error(CHANGED_ELSEWHERE)
      },
      () => {
        restore('idle')
        reportDraftSaved(session, EDITOR_MESSAGE.editRejected, 'app')
      },
    )
  }

  return {
    state,
    error: shownError,
    save,
    setError,
    dismissConflict: () => setState('idle'),
  }
}

/** Returns whether saving would overwrite a change by another tab or device. */
export function isInConflict(mine: Draft, theirs: LogEntry | undefined): boolean {
  if (mine.base === null) return false
  const { kind } = merge(mine.base, contentOf(mine), theirs)
  return kind === 'conflict' || kind === 'gone'
}

function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current
}
