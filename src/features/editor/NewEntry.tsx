import { useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Trash2, Volume2, VolumeX, X } from 'lucide-react'
import { dateText } from '#domain/clock.ts'
import { emptyDraft, isWorthKeeping, type Draft } from '#domain/entry/draft.ts'
import { entryFault, isBlank } from '#domain/entry/content.ts'
import { DEFAULT_LEVEL, isLogLevel } from '#domain/entry/levels.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/errors.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useVoice } from '#src/stores/voice.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Key } from '#src/ui/Button.tsx'
import { sayOutcome } from '#src/ui/reportOutcome.ts'
import { toast } from '#src/ui/toast.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import { DraftNote } from './DraftNote.tsx'
import { Editor, type VoiceProps } from './Editor.tsx'
import { sayKept } from './reportDraftSaved.ts'
import { useCircumstances } from './useEntryMetadata.ts'
import { useEditing } from './useEditing.ts'
import { chosenIn, useFirstDraft } from './useFirstDraft.ts'
import { useKeyboardHeight } from './useKeyboardHeight.ts'
import { useOffered } from './useOffered.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

type Props = { readonly Voice: ComponentType<VoiceProps> }

/** Where an entry is written: begins with the draft that was chosen, if one was. */
export function NewEntry({ Voice }: Props) {
  const { state: place } = useLocation()
  const chosen = useDrafts(({ drafts }) => drafts.get(chosenIn(place) ?? ''))
  const isOpen = chosen?.base === null && chosen.state !== 'sent'
  // Its id is minted once: however often Submit is pressed, in however many tries, it is one entry.
  const first = useFirstDraft(isOpen ? [chosen] : [], () => emptyDraft(crypto.randomUUID(), levelIn(place)))
  return first ? <NewEntryDialog first={first} Voice={Voice} /> : null
}

/** The dialog in which an entry is written. */
function NewEntryDialog({ first, Voice }: Props & { readonly first: Draft }) {
  const timeText = useTimeText()
  const id = useId()
  const navigate = useNavigate()
  const send = useDrafts((state) => state.submit)
  const discard = useDrafts((state) => state.discard)
  const accept = useVoice((state) => state.accept)
  const editor = useEditing(first)
  const { draft, dispatch } = editor
  const offered = useOffered(draft.key).filter(({ base }) => base === null)
  const circumstances = useCircumstances()
  const [fault, setFault] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [opened] = useState(Date.now)
  const submitted = useRef(false)
  const sheet = useRef<HTMLDivElement>(null)
  useKeyboardHeight(sheet)
  // A reload comes back to this very draft. Asked for before anybody can see the dialog and close it: the address that
  // is asked for last is the one that is shown.
  useLayoutEffect(
    () => void navigate('/logs/new', { replace: true, state: { draft: draft.key } }),
    [draft.key, navigate],
  )

  const close = () => void navigate('/')
  const submit = () => {
    if (isBlank(draft.content) || submitted.current) return
    const found = entryFault(draft)
    if (found) return setFault(found)
    if (useAuth.getState().user === null) return void toast.error(LOG_TEXT.createNeedsUser, 'dashboard')
    submitted.current = true
    const answer = send({ ...draft, savedAt: Date.now() }, circumstances(draft.key))
    void sayOutcome(
      answer.then((outcome) => outcome === 'saved'),
      { done: LOG_TEXT.created, what: 'Log entry', failed: (error) => writeFailure(error, LOG_TEXT.createFailed) },
    )
    answer.catch(() => sayKept('Your text is kept as a draft: open New Entry to go on with it.', 'dashboard'))
    accept(draft.key)
    close()
  }
  const isWorth = isWorthKeeping(draft)
  const leave = () => {
    if (isWorth) sayKept('Your text is kept as a draft.', 'dashboard')
    else discard(draft.key)
    close()
  }
  const take = (other: Draft) => dispatch({ kind: 'take', draft: other })

  return (
    <Dialog labelledBy={`${id}-title`} onCancel={leave} className="writing-page panel layer">
      <div ref={sheet} className="writing-sheet">
        <div className="flex min-h-14 items-center gap-2 border-b border-line px-2 pt-[env(safe-area-inset-top)] wide:gap-4 wide:pl-6">
          <h1 id={`${id}-title`} className="page-title text-[1.125rem] wide:text-[1.25rem] [font-stretch:90%]">
            New Log Entry
          </h1>
          <time className="mono hidden text-sm text-muted wide:block" dateTime={new Date(opened).toISOString()}>
            {dateText(opened)} {timeText(opened)}
          </time>
          <div className="ml-auto flex">
            {isWorth && (
              <Key look="ghost" aria-label="Discard" onClick={() => setAsking(true)}>
                <Trash2 size={18} aria-hidden />
              </Key>
            )}
            <SoundKey />
          </div>
          <Key look="ghost" className="max-wide:order-first" aria-label="Close" onClick={leave}>
            <X size={18} aria-hidden />
          </Key>
        </div>
        <div className="flex flex-1 flex-col gap-3 p-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] wide:p-6 wide:pt-4">
          {draft.key === first.key && first.savedAt > 0 && <DraftNote draft={first} restored />}
          {!isWorth &&
            offered.map((other) => <DraftNote key={other.key} draft={other} onContinue={() => take(other)} />)}
          <Editor
            editor={editor}
            label="Message"
            submitName="Submit Entry"
            fault={fault}
            onChange={() => setFault(undefined)}
            onSubmit={submit}
            Voice={Voice}
          />
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title="Discard this text?"
          text="What you have written is not an entry yet. Discarded, it cannot be brought back."
          cancel="Go on writing"
          action="Discard"
          onCancel={() => setAsking(false)}
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

const levelIn = (place: unknown): string =>
  typeof place === 'object' &&
  place !== null &&
  'level' in place &&
  typeof place.level === 'string' &&
  isLogLevel(place.level)
    ? place.level
    : DEFAULT_LEVEL

function SoundKey() {
  const soundEnabled = usePreferences((state) => state.soundEnabled)
  const choose = usePreferences((state) => state.choose)
  return (
    <Key
      look="ghost"
      aria-label={soundEnabled ? 'Mute sound' : 'Unmute sound'}
      onClick={() => choose('soundEnabled', !soundEnabled)}
    >
      {soundEnabled ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
    </Key>
  )
}
