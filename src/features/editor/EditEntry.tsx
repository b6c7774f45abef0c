import { useId, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ChevronLeft, Eraser, Focus, Save, X } from 'lucide-react'
import {
  draftOf,
  emptyDraft,
  hasUnsavedChanges,
  rejectedDraftOf,
  unsentDraftsOf,
  type Draft,
} from '#domain/entry/draft.ts'
import { contentOf, isBlank } from '#domain/entry/content.ts'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { type LogEntry } from '#domain/entry/entry.ts'
import { FALLBACK_LEVEL } from '#domain/entry/levels.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { EDITOR_MESSAGE, EDITOR_TEXT, ENTRY_FORM_TEXT } from '#domain/texts/editor.ts'
import { ANALYSIS_TEXT, CONFIRM_TEXT, LOG_TEXT } from '#domain/texts/specification.ts'
import { withGoalInserted, withTagInserted } from '#domain/analysis/suggestions.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useRootAttribute } from '#src/ui/useRootAttribute.ts'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { Editor, type VoiceProps } from './Editor.tsx'
import { reportDraftSaved } from './reportDraftSaved.ts'
import { useEditing } from './useEditing.ts'
import { draftKeyFromState, useFirstDraft } from './useFirstDraft.ts'
import { useResumableDrafts } from './useResumableDrafts.ts'
import { isInConflict, useSaveEntry } from './useSaveEntry.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './EditEntry.css'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)
const ConflictDialog = lazyWithPreload(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

type InsertSuggestion = (kind: 'goal' | 'tag', text: string) => void

type Props = {
  readonly id: string
  /** The entry from a live view, including pending changes; undefined if the entry was deleted or rejected. */
  readonly entry: LogEntry | undefined
  readonly onDone: () => void
  /** The panel beside the form, which can insert suggestions into the text. */
  readonly SidePanel: ComponentType<{ readonly entry: LogEntry; readonly onInsert: InsertSuggestion }>
  readonly Voice: ComponentType<VoiceProps>
}

/**
 * Edits an entry. Starts with the draft that the user has chosen. Otherwise starts with an unsent draft of the entry,
 * if there is one.
 */
export function EditEntry(props: Props) {
  const { id, entry } = props
  const { state: locationState } = useLocation()
  const drafts = useDrafts((state) => state.drafts)
  const chosenKey = draftKeyFromState(locationState)
  const unsentDrafts = unsentDraftsOf(drafts, id).toSorted(
    (a, b) => Number(b.key === chosenKey) - Number(a.key === chosenKey),
  )
  const first = useFirstDraft(unsentDrafts, () =>
    entry ? draftOf(id, crypto.randomUUID(), entry) : emptyDraft(id, FALLBACK_LEVEL),
  )
  return first ? <EditPage {...props} first={first} /> : null
}

function EditPage({ id, entry, onDone, SidePanel, Voice, first }: Props & { readonly first: Draft }) {
  const errorId = useId()
  const page = useRef<HTMLElement>(null)
  const session = useSession()
  const navigate = useNavigate()
  const discard = useDrafts((state) => state.discard)
  const editor = useEditing(first)
  const { draft, dispatch } = editor
  const { state, error, save, setError, dismissConflict } = useSaveEntry(entry, editor)
  const otherDrafts = useResumableDrafts(draft.key).filter((other) => other.id === id)
  const [isClearing, setClearing] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useRootAttribute('data-focus-mode', isFocused)
  const isEmpty = isBlank(draft.content)
  const shownError = error ?? (isEmpty ? EDITOR_MESSAGE.needsText : undefined)
  const isSaving = state === 'saving' || state === 'saved'
  const isConflicting = !isSaving && isInConflict(draft, entry)
  const isRejected = useDrafts(({ drafts }) => !entry && rejectedDraftOf(drafts, id) !== undefined)
  const goneText = isRejected ? EDITOR_TEXT.rejected : EDITOR_TEXT.deletedElsewhere

  const cancel = () => {
    if (hasUnsavedChanges(draft)) discardDraft(session, draft)
    else discard(draft.key)
    onDone()
  }
  const closeKeepingDraft = (close: () => void) => {
    const settled = editor.settle()
    if (hasUnsavedChanges(settled)) reportDraftSaved(session, EDITOR_MESSAGE.changesSaved, 'app', settled)
    else discard(settled.key)
    close()
  }
  const goBack = () => closeKeepingDraft(() => void navigate('/'))
  const insert: InsertSuggestion = (kind, text) => {
    const before = editor.selection
    const content = (kind === 'goal' ? withGoalInserted : withTagInserted)(before.text, text)
    const after = { text: content, from: content.length, to: content.length }
    dispatch({ kind: 'edit', before, after, at: Date.now() })
    toast.success((kind === 'goal' ? ANALYSIS_TEXT.goalAdded : ANALYSIS_TEXT.tagAdded)(text))
  }
  const saveAsNew = () => {
    const newId = crypto.randomUUID()
    save({ ...draft, id: newId, key: newId, base: null })
  }

  return (
    <main
      ref={page}
      id="main"
      tabIndex={-1}
      className="entry-page entry-editing"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isPartOfComposition(event.nativeEvent)) return
        event.preventDefault()
        if (isFocused) setFocused(false)
        else closeKeepingDraft(onDone)
      }}
    >
      <div className="entry-keys">
        <Button onClick={goBack}>
          <ChevronLeft size={16} aria-hidden />
          {ENTRY_FORM_TEXT.back}
        </Button>
        <Button onClick={cancel}>
          <X size={16} aria-hidden />
          {COMMON_TEXT.cancel}
        </Button>
        <Button
          aria-label={EDITOR_TEXT.focusMode}
          title={EDITOR_TEXT.focusMode}
          aria-pressed={isFocused}
          onClick={() => {
            setFocused(!isFocused)
            page.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
          }}
        >
          <Focus size={16} aria-hidden />
        </Button>
        <Button onClick={() => setClearing(true)}>
          <Eraser size={16} aria-hidden />
          {ENTRY_FORM_TEXT.clear}
        </Button>
        <Button look="primary" disabled={isEmpty} aria-disabled={isSaving} onClick={() => save(draft)}>
          <Save size={16} aria-hidden />
          {isSaving ? ENTRY_FORM_TEXT.saving : COMMON_TEXT.save}
        </Button>
        <ErrorText id={errorId} text={shownError} />
      </div>
      <div className="draft-notes">
        {draft.key === first.key && first.savedAt > 0 && <DraftNote draft={first} restored />}
        {otherDrafts.map((other) => (
          <DraftNote
            key={other.key}
            draft={other}
            onContinue={() => dispatch({ kind: 'load', draft: other })}
            onDiscard={() => discardDraft(session, other)}
          />
        ))}
        {isConflicting && (
          <p className="draft-note lamp warn" role="status">
            <span>{entry ? EDITOR_TEXT.changedElsewhere : goneText}</span>
          </p>
        )}
      </div>
      <div className="entry-frame">
        <Sheet title={ENTRY_FORM_TEXT.editTitle} titleShown entry={entry} countedText={draft.content}>
          <Editor
            editor={editor}
            label={EDITOR_TEXT.content}
            error={shownError}
            errorId={errorId}
            onError={setError}
            onSubmit={save}
            Voice={Voice}
          />
        </Sheet>
        {entry && <SidePanel entry={entry} onInsert={insert} />}
      </div>
      {isClearing && (
        <ConfirmDialog
          title={EDITOR_TEXT.clearTitle}
          text={CONFIRM_TEXT.clearContent}
          action={ENTRY_FORM_TEXT.clear}
          onCancel={() => setClearing(false)}
          onConfirm={() => {
            setClearing(false)
            const after = { text: '', from: 0, to: 0 }
            dispatch({ kind: 'edit', before: editor.selection, after, at: Date.now() })
            toast.success(LOG_TEXT.cleared)
          }}
        />
      )}
      {state === 'conflict' && (
        <ConflictDialog
          mine={draft}
          theirs={entry}
          isRejected={isRejected}
          onCancel={dismissConflict}
          onKeepMine={() => entry && save({ ...draft, base: contentOf(entry) })}
          onKeepTheirs={cancel}
          onKeepBoth={saveAsNew}
        />
      )}
    </main>
  )
}
