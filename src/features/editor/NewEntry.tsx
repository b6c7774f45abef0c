import { useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Trash, Volume2, VolumeX, X } from 'lucide-react'
import { dateText } from '#domain/clock.ts'
import { emptyDraft, hasUnsavedChanges, type Draft } from '#domain/entry/draft.ts'
import { contentErrorText, isBlank } from '#domain/entry/content.ts'
import { DEFAULT_LEVEL, isLogLevel } from '#domain/entry/levels.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { EDITOR_MESSAGE, EDITOR_TEXT, ENTRY_FORM_TEXT } from '#domain/texts/editor.ts'
import { LOG_TEXT } from '#domain/texts/specification.ts'
import { writeErrorText } from '#domain/errors.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useVoice } from '#src/stores/voice.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { revealList } from '#src/ui/revealList.ts'
import { reportOutcome } from '#src/ui/reportOutcome.ts'
import { toast } from '#src/ui/toast.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import { DraftNote } from './DraftNote.tsx'
import { DraftsButton } from './DraftsButton.tsx'
import { Editor, type VoiceProps } from './Editor.tsx'
import { reportDraftSaved } from './reportDraftSaved.ts'
import { useEntryMetadata } from './useEntryMetadata.ts'
import { useEditing } from './useEditing.ts'
import { draftKeyFromState, useFirstDraft } from './useFirstDraft.ts'
import { useKeyboardHeight } from './useKeyboardHeight.ts'
import { useResumableDrafts } from './useResumableDrafts.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './NewEntry.css'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

type Props = { readonly Voice: ComponentType<VoiceProps> }

/** Creates a new entry. Starts with the draft that the user has chosen, if there is one. */
export function NewEntry({ Voice }: Props) {
  const { state: locationState } = useLocation()
  const chosen = useDrafts(({ drafts }) => drafts.get(draftKeyFromState(locationState) ?? ''))
  const isResumable = chosen?.base === null && chosen.state !== 'sent'
  // The id is created only once, so that repeated submits write the same entry.
  const first = useFirstDraft(isResumable ? [chosen] : [], () =>
    emptyDraft(crypto.randomUUID(), levelFromState(locationState)),
  )
  return first ? <NewEntryDialog first={first} Voice={Voice} /> : null
}

function NewEntryDialog({ first, Voice }: Props & { readonly first: Draft }) {
  const timeText = useTimeText()
  const id = useId()
  const session = useSession()
  const navigate = useNavigate()
  const send = useDrafts((state) => state.submit)
  const discard = useDrafts((state) => state.discard)
  const accept = useVoice((state) => state.accept)
  const chooseDay = useJournal((state) => state.chooseDay)
  const editor = useEditing(first)
  const { draft, dispatch } = editor
  const resumableDrafts = useResumableDrafts(draft.key).filter(({ base }) => base === null)
  const getMetadata = useEntryMetadata()
  const [validationError, setValidationError] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const [openedAt] = useState(Date.now)
  const isSubmitted = useRef(false)
  const sheet = useRef<HTMLDivElement>(null)
  useKeyboardHeight(sheet)
  // Stores the draft's key in the browser history, so that a reload restores this draft. Runs before the dialog is
  // visible. If the user closed the dialog before this navigation, the navigation would open it again.
  useLayoutEffect(
    () => void navigate('/logs/new', { replace: true, state: { draft: draft.key } }),
    [draft.key, navigate],
  )

  const close = () => void navigate('/')
  const submit = (written: Draft) => {
    if (isBlank(written.content) || isSubmitted.current) return
    const problem = contentErrorText(written)
    if (problem) return setValidationError(problem)
    const { user } = useAuth.getState()
    if (user === null) return void toast.error(LOG_TEXT.createNeedsUser, 'dashboard')
    isSubmitted.current = true
    const submission = send({ ...written, savedAt: Date.now() }, getMetadata(written.key))
    void reportOutcome(
      submission.then((outcome) => outcome === 'saved'),
      {
        done: LOG_TEXT.created,
        subject: EDITOR_MESSAGE.newSubject,
        failed: (error) => writeErrorText(error, LOG_TEXT.createFailed),
      },
    )
    submission.catch(() => reportDraftSaved(session, EDITOR_MESSAGE.newRejected, 'dashboard'))
    accept(draft.key)
    // The new entry is at the top of the list, unless the list is filtered. Closing removes a search.
    usePreferences.getState().choose('logsShown', true)
    chooseDay(null)
    window.scrollTo(0, 0)
    close()
    revealList()
  }
  const hasContent = hasUnsavedChanges(draft)
  const closeKeepingDraft = () => {
    const settled = editor.settle()
    if (hasUnsavedChanges(settled)) reportDraftSaved(session, EDITOR_MESSAGE.textSaved, 'dashboard', settled)
    else discard(settled.key)
    close()
  }
  const resumeDraft = (other: Draft) => dispatch({ kind: 'load', draft: other })

  return (
    <Dialog labelledBy={`${id}-title`} onCancel={closeKeepingDraft} className="writing-page panel layer">
      <div ref={sheet} className="writing-sheet">
        <div className="new-entry-head">
          <h1 id={`${id}-title`} className="page-title new-entry-title">
            {ENTRY_FORM_TEXT.newTitle}
          </h1>
          <time className="mono small muted wide-only" dateTime={new Date(openedAt).toISOString()}>
            {dateText(openedAt)} {timeText(openedAt)}
          </time>
          {!hasContent && <DraftsButton drafts={resumableDrafts} onContinue={resumeDraft} />}
          <div className="new-entry-keys">
            {hasContent && (
              <Button look="ghost" aria-label={COMMON_TEXT.discard} onClick={() => setConfirming(true)}>
                <Trash size={18} aria-hidden />
              </Button>
            )}
            <SoundButton />
          </div>
          <Button look="ghost" className="new-entry-close" aria-label={COMMON_TEXT.close} onClick={closeKeepingDraft}>
            <X size={18} aria-hidden />
          </Button>
        </div>
        <Editor
          editor={editor}
          label={EDITOR_TEXT.message}
          submitName={ENTRY_FORM_TEXT.submitNew}
          error={validationError}
          onError={setValidationError}
          onSubmit={submit}
          Voice={Voice}
          note={draft.key === first.key && first.savedAt > 0 && <DraftNote draft={first} restored />}
        />
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={EDITOR_TEXT.discardTitle}
          text={EDITOR_TEXT.discardQuestion}
          cancel={EDITOR_TEXT.keepWriting}
          action={COMMON_TEXT.discard}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            discard(draft.key)
            accept(draft.key)
            close()
          }}
        />
      )}
    </Dialog>
  )
}

const levelFromState = (locationState: unknown): string =>
  typeof locationState === 'object' &&
  locationState !== null &&
  'level' in locationState &&
  typeof locationState.level === 'string' &&
  isLogLevel(locationState.level)
    ? locationState.level
    : DEFAULT_LEVEL

function SoundButton() {
  const soundEnabled = usePreferences((state) => state.soundEnabled)
  const choose = usePreferences((state) => state.choose)
  return (
    <Button
      look="ghost"
      aria-label={soundEnabled ? EDITOR_TEXT.muteSound : EDITOR_TEXT.unmuteSound}
      onClick={() => choose('soundEnabled', !soundEnabled)}
    >
      {soundEnabled ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
    </Button>
  )
}
