import { useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ChevronLeft, Eraser, Save, X } from 'lucide-react'
import { draftOf, emptyDraft, isWorthKeeping, unsentOf, type Draft } from '#domain/entry/draft.ts'
import { editOf, isBlank } from '#domain/entry/content.ts'
import { isComposed } from '#domain/keyboard/keys.ts'
import { type LogEntry } from '#domain/entry/entry.ts'
import { FALLBACK_LEVEL } from '#domain/entry/levels.ts'
import { ANALYSIS_TEXT, CONFIRM_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { withGoalInserted, withTagInserted } from '#domain/analysis/suggestions.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { Key } from '#src/ui/Button.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { toast } from '#src/ui/toast.tsx'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { Editor, type VoiceProps } from './Editor.tsx'
import { sayKept } from './reportDraftSaved.ts'
import { useEditing } from './useEditing.ts'
import { chosenIn, useFirstDraft } from './useFirstDraft.ts'
import { useOffered } from './useOffered.ts'
import { isInConflict, NEEDS_TEXT, useSaveEntry } from './useSaveEntry.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)
const ConflictDialog = lazyWithPreload(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

type Insert = (kind: 'goal' | 'tag', text: string) => void

type Props = {
  readonly id: string
  /** As it is stored now, followed live, with what is on its way; undefined where it was deleted. */
  readonly entry: LogEntry | undefined
  readonly onDone: () => void
  /** What stands beside the form and can put suggestions into its text. */
  readonly Beside: ComponentType<{ readonly entry: LogEntry; readonly onInsert: Insert }>
  readonly Voice: ComponentType<VoiceProps>
}

/** Where an entry is changed: begins with what was written on it here and not saved, the chosen draft first. */
export function EditEntry(props: Props) {
  const { id, entry } = props
  const { state: place } = useLocation()
  const drafts = useDrafts((state) => state.drafts)
  const chosen = chosenIn(place)
  const kept = unsentOf(drafts, id).toSorted((a, b) => Number(b.key === chosen) - Number(a.key === chosen))
  const first = useFirstDraft(kept, () =>
    entry ? draftOf(id, crypto.randomUUID(), entry) : emptyDraft(id, FALLBACK_LEVEL),
  )
  return first ? <EditPage {...props} first={first} /> : null
}

/** The page of one entry while it is edited. */
function EditPage({ id, entry, onDone, Beside, Voice, first }: Props & { readonly first: Draft }) {
  const navigate = useNavigate()
  const discard = useDrafts((state) => state.discard)
  const editor = useEditing(first)
  const { draft, dispatch } = editor
  const { state, fault, save, dismissFault, dismissConflict } = useSaveEntry(entry, editor)
  const others = useOffered(draft.key).filter((other) => other.id === id)
  const [question, setQuestion] = useState<'clear' | 'cancel'>()
  const blank = isBlank(draft.content)
  const saving = state === 'saving' || state === 'saved'
  const changedElsewhere = !saving && isInConflict(draft, entry)

  const cancel = () => {
    if (isWorthKeeping(draft)) discardDraft(draft)
    else discard(draft.key)
    onDone()
  }
  const leave = () => (isWorthKeeping(draft) ? setQuestion('cancel') : cancel())
  const back = () => {
    if (isWorthKeeping(draft)) sayKept('Your changes are kept as a draft.', 'app')
    void navigate('/')
  }
  const insert: Insert = (kind, text) => {
    const before = editor.passage
    const content = (kind === 'goal' ? withGoalInserted : withTagInserted)(before.text, text)
    const after = { text: content, from: content.length, to: content.length }
    dispatch({ kind: 'changed', before, after, at: Date.now() })
    toast.success((kind === 'goal' ? ANALYSIS_TEXT.goalAdded : ANALYSIS_TEXT.tagAdded)(text))
  }
  const saveAsNew = () => {
    const newId = crypto.randomUUID()
    save({ ...draft, id: newId, key: newId, base: null })
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className="entry-page"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposed(event.nativeEvent)) return
        event.preventDefault()
        leave()
      }}
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Key className="mr-auto max-wide:px-2" onClick={back}>
          <ChevronLeft size={16} aria-hidden />
          Back
        </Key>
        <Key className="max-wide:px-2" onClick={cancel}>
          <X size={16} aria-hidden />
          Cancel
        </Key>
        <Key className="max-wide:px-2" onClick={() => setQuestion('clear')}>
          <Eraser size={16} aria-hidden />
          Clear
        </Key>
        <Key className="max-wide:px-2" disabled={blank} aria-disabled={saving} onClick={() => save(draft)}>
          <Save size={16} aria-hidden />
          {saving ? 'Saving...' : 'Save'}
        </Key>
      </div>
      <div className="draft-notes">
        {draft.key === first.key && first.savedAt > 0 && <DraftNote draft={first} restored />}
        {others.map((other) => (
          <DraftNote
            key={other.key}
            draft={other}
            onContinue={() => dispatch({ kind: 'take', draft: other })}
            onDiscard={() => discardDraft(other)}
          />
        ))}
        {changedElsewhere && (
          <p className="draft-note lamp text-warn" role="status">
            <span>
              {entry
                ? 'This entry was changed elsewhere meanwhile. Save, and you can choose what stays.'
                : 'This entry was deleted elsewhere meanwhile. Save, and your text can become a new one.'}
            </span>
          </p>
        )}
      </div>
      <div className="entry-frame">
        <Sheet title="Edit Log Entry" titleShown entry={entry} words={draft.content}>
          <Editor
            editor={editor}
            label="Content"
            submitName="Update Entry"
            busy={saving}
            fault={fault ?? (blank ? NEEDS_TEXT : undefined)}
            onChange={dismissFault}
            onSubmit={() => save(draft)}
            Voice={Voice}
          />
        </Sheet>
        {entry && <Beside entry={entry} onInsert={insert} />}
      </div>
      {question === 'clear' && (
        <ConfirmDialog
          title="Clear content"
          text={CONFIRM_TEXT.clearContent}
          action="Clear"
          onCancel={() => setQuestion(undefined)}
          onConfirm={() => {
            setQuestion(undefined)
            const after = { text: '', from: 0, to: 0 }
            dispatch({ kind: 'changed', before: editor.passage, after, at: Date.now() })
            toast.success(LOG_TEXT.cleared)
          }}
        />
      )}
      {question === 'cancel' && (
        <ConfirmDialog
          title="Leave without saving?"
          text="What you have changed is not saved. It can be kept on this device as a draft."
          cancel="Go on writing"
          others={[{ name: 'Keep draft', onChoose: onDone }]}
          action="Discard changes"
          onCancel={() => setQuestion(undefined)}
          onConfirm={cancel}
        />
      )}
      {state === 'conflict' && (
        <ConflictDialog
          mine={draft}
          theirs={entry}
          onCancel={dismissConflict}
          onMine={() => entry && save({ ...draft, base: editOf(entry) })}
          onTheirs={cancel}
          onBoth={saveAsNew}
        />
      )}
    </main>
  )
}
