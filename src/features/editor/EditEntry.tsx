import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ChevronLeft, Eraser, Save, X } from 'lucide-react'
import { draftOf, emptyDraft, isWorthKeeping, unsentOf, type Draft } from '#domain/entry/draft.ts'
import { CHANGED_MEANWHILE, merge } from '#domain/entry/merge.ts'
import { editOf, entryFault, isBlank } from '#domain/entry/content.ts'
import { isComposed } from '#domain/keyboard/keys.ts'
import { type LogEntry } from '#domain/entry/entry.ts'
import { FALLBACK_LEVEL, isLogLevel } from '#domain/entry/levels.ts'
import { ANALYSIS_TEXT, CONFIRM_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/errors.ts'
import { withGoalInserted, withTagInserted } from '#domain/analysis/suggestions.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useVoice } from '#src/stores/voice.ts'
import { Key } from '#src/ui/Button.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { sayOutcome } from '#src/ui/reportOutcome.ts'
import { toast } from '#src/ui/toast.tsx'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { Editor, type VoiceProps } from './Editor.tsx'
import { sayKept } from './reportDraftSaved.ts'
import { useCircumstances } from './useEntryMetadata.ts'
import { useEditing } from './useEditing.ts'
import { chosenIn, useFirstDraft } from './useFirstDraft.ts'
import { useOffered } from './useOffered.ts'
import { later } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = later(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)
const ConflictDialog = later(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

/** After saving, the dashboard follows (specification §9). */
const REDIRECT_AFTER_SAVE_MS = 1000

const NEEDS_TEXT = 'An entry needs text. Write something, or delete the entry.'

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

/** The page of one entry while it is changed. */
function EditPage({ id, entry, onDone, Beside, Voice, first }: Props & { readonly first: Draft }) {
  const navigate = useNavigate()
  const submit = useDrafts((state) => state.submit)
  const discard = useDrafts((state) => state.discard)
  const accept = useVoice((state) => state.accept)
  const editor = useEditing(first)
  const { draft, dispatch } = editor
  const others = useOffered(draft.key).filter((other) => other.id === id)
  const circumstances = useCircumstances()
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState(false)
  const [question, setQuestion] = useState<'clear' | 'cancel' | 'conflict'>()
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => void navigate('/'), REDIRECT_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [saved, navigate])
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const sending = saving || saved
  useEffect(() => {
    if (entry && !sending) dispatch({ kind: 'followed', theirs: editOf(entry) })
  }, [entry, sending, dispatch])
  const blank = isBlank(draft.content)
  const changedElsewhere = !sending && conflicts(draft, entry)

  const save = (mine: Draft) => {
    if (saving) return
    const found = isBlank(mine.content) ? NEEDS_TEXT : entryFault(mine)
    if (found) return setFault(found)
    if (conflicts(mine, entry)) return setQuestion('conflict')
    setSaving(true)
    setQuestion(undefined)
    if (mine.key !== draft.key) discard(draft.key)
    const level = isLogLevel(mine.level) ? mine.level : FALLBACK_LEVEL
    const sent: Draft = { ...mine, level, savedAt: Date.now() }
    const answer = submit(sent, circumstances(mine.key))
    // What is typed from now on is a draft of its own; if what was sent comes back, it is all one again.
    const next = crypto.randomUUID()
    dispatch({ kind: 'sent', draft: sent, key: next })
    accept(sent.key)
    const takeBack = () => {
      if (!here.current) return
      setSaving(false)
      setSaved(false)
      discard(next)
      dispatch({ kind: 'returned', draft: sent })
    }
    const said = sayOutcome(
      answer.then((outcome) => outcome === 'saved'),
      {
        done: LOG_TEXT.saved,
        what: 'Change',
        failed: (error) => writeFailure(error, LOG_TEXT.saveFailed),
        toaster: 'app',
      },
    )
    // The server is heard if it answers at once: it may know of a change that this device does not.
    void said.then((taken) => {
      if (taken) setSaved(true)
    })
    answer.then(
      (outcome) => {
        if (outcome !== 'conflict') return
        if (!here.current) return void toast.error(CHANGED_MEANWHILE)
        takeBack()
        setQuestion('conflict')
      },
      () => {
        takeBack()
        sayKept('Your text is kept as a draft: edit the entry to go on with it.', 'app')
      },
    )
  }
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
            onChange={() => setFault(undefined)}
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
      {question === 'conflict' && (
        <ConflictDialog
          mine={draft}
          theirs={entry}
          onCancel={() => setQuestion(undefined)}
          onMine={() => entry && save({ ...draft, base: editOf(entry) })}
          onTheirs={cancel}
          onBoth={saveAsNew}
        />
      )}
    </main>
  )
}

/** Whether saving this would overwrite what somebody else has written. */
function conflicts(mine: Draft, theirs: LogEntry | undefined): boolean {
  if (mine.base === null) return false
  const { kind } = merge(mine.base, editOf(mine), theirs)
  return kind === 'conflict' || kind === 'gone'
}
