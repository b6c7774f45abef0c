import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ChevronLeft, Eraser, Save, X } from 'lucide-react'
import { isWorthKeeping, type Draft } from '#domain/draft.ts'
import { editOf, merge } from '#domain/edit.ts'
import { entryFault, FALLBACK_LEVEL, isBlank, isLogLevel, type LogEntry } from '#domain/log.ts'
import { CONFIRM_TEXT, LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/storageUnavailable.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { Key } from '#src/ui/Key.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { toast } from '#src/ui/toast.tsx'
import { discardDraft } from './discardDraft.ts'
import { DraftNote } from './DraftNote.tsx'
import { Editor } from './Editor.tsx'
import { useCircumstances } from './useCircumstances.ts'
import { useEditing } from './useEditing.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog }))
const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

/** After saving, the dashboard follows (specification §9). */
const REDIRECT_AFTER_SAVE_MS = 1000
/** So long the server may take to say that the entry was changed elsewhere before the change counts as queued. */
const ANSWERED_WITHIN_MS = 600

type Props = {
  readonly id: string
  /** As it is stored now, followed live; undefined where it was deleted. */
  readonly entry: LogEntry | undefined
  readonly onDone: () => void
}

/** The page of one entry while it is changed. */
export function EditEntry({ id, entry, onDone }: Props) {
  const navigate = useNavigate()
  const { drafts, submit, discard } = useDrafts()
  const [first] = useState((): Draft | undefined => drafts.get(id) ?? (entry && draftOfEntry(entry)))
  const editor = useEditing(first ?? emptyDraft(id))
  const { draft, dispatch } = editor
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
  const changedElsewhere = draft.base !== null && conflicts(draft, entry)

  const save = (mine: Draft) => {
    if (saving) return
    const found = isBlank(mine.content)
      ? 'An entry needs text. Write something, or delete the entry.'
      : entryFault(mine)
    if (found) return setFault(found)
    if (mine.base !== null && conflicts(mine, entry)) return setQuestion('conflict')
    setSaving(true)
    setQuestion(undefined)
    const late = new Promise<'saved'>((resolve) => setTimeout(() => resolve('saved'), ANSWERED_WITHIN_MS))
    const level = isLogLevel(mine.level) ? mine.level : FALLBACK_LEVEL
    const sent = submit({ ...mine, level, savedAt: Date.now() }, circumstances())
    sent.catch((error: unknown) => {
      setSaving(false)
      setSaved(false)
      toast.error(writeFailure(error, LOG_TEXT.saveFailed))
      toast.error('Your text is kept: edit the entry to go on with it.')
      console.warn('The change was refused.', error)
    })
    // The server is heard if it answers at once: it may know of a change that this device does not.
    Promise.race([sent, late]).then(
      (outcome) => {
        if (outcome === 'saved') {
          setSaved(true)
          toast.success(LOG_TEXT.saved)
        }
      },
      () => {},
    )
    void sent.then(
      (outcome) => {
        if (outcome !== 'conflict') return
        setSaving(false)
        setSaved(false)
        setQuestion('conflict')
      },
      () => {},
    )
  }
  const cancel = () => {
    // What was saved before and is still on its way goes on: only what was changed since is thrown away.
    if (first?.state === 'sent') {
      if (editor.touched) submit(first).catch(() => {})
    } else if (isWorthKeeping(draft)) discardDraft(draft)
    else discard(id)
    onDone()
  }
  const isUnsaved = isWorthKeeping(draft) && (first?.state !== 'sent' || editor.touched)
  const leave = () => (isUnsaved ? setQuestion('cancel') : cancel())
  const back = () => {
    if (isUnsaved) toast.hint('Your changes are kept as a draft.')
    void navigate('/')
  }
  const saveAsNew = () => {
    discard(id)
    save({ ...draft, id: crypto.randomUUID(), base: null })
  }

  return (
    <main
      id="main"
      className="mx-auto w-full max-w-[840px] px-3 py-4 wide:px-6"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
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
        <Key className="max-wide:px-2" aria-disabled={saving} onClick={() => save(draft)}>
          <Save size={16} aria-hidden />
          {saving ? 'Saving...' : 'Save'}
        </Key>
      </div>
      <div className="draft-notes">
        {first && first.savedAt > 0 && <DraftNote draft={first} restored />}
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
      <Sheet title="Edit Log Entry" titleShown entry={entry} words={draft.content}>
        <Editor
          editor={editor}
          label="Content"
          submitName="Update Entry"
          busy={saving}
          fault={fault}
          onChange={() => setFault(undefined)}
          onSubmit={() => save(draft)}
        />
      </Sheet>
      <Suspense>
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
      </Suspense>
    </main>
  )
}

const draftOfEntry = (entry: LogEntry): Draft => ({
  id: entry.id,
  ...editOf(entry),
  base: editOf(entry),
  savedAt: 0,
  state: 'writing',
})

const emptyDraft = (id: string): Draft => ({
  id,
  base: null,
  content: '',
  level: FALLBACK_LEVEL,
  goals: [],
  tags: [],
  savedAt: 0,
  state: 'writing',
})

/** Whether saving this would overwrite what somebody else has written. */
function conflicts(mine: Draft, theirs: LogEntry | undefined): boolean {
  if (mine.base === null) return false
  const { kind } = merge(mine.base, editOf(mine), theirs)
  return kind === 'conflict' || kind === 'gone'
}
