import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Volume2, VolumeX, X } from 'lucide-react'
import { dateText, timeText } from '#domain/clock.ts'
import { contentFault, DEFAULT_LEVEL, isBlank, isLogLevel, wordCount } from '#domain/log.ts'
import { LOG_TEXT } from '#domain/messages.ts'
import { writeFailure } from '#domain/storageUnavailable.ts'
import { NEW_ENTRY, useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Fault } from '#src/ui/Fault.tsx'
import { Key } from '#src/ui/Key.tsx'
import { toast } from '#src/ui/toast.tsx'
import '#src/themes/writing.css'
import { LevelPicker } from './LevelPicker.tsx'
import { WritingArea } from './WritingArea.tsx'

/** The dialog in which an entry is written. */
export function NewEntry() {
  const id = useId()
  const navigate = useNavigate()
  const { add, keptText } = useJournal()
  const [kept] = useState(() => keptText(NEW_ENTRY))
  const [content, setContent] = useState(kept?.content ?? '')
  const [level, setLevel] = useState(kept && isLogLevel(kept.level) ? kept.level : DEFAULT_LEVEL)
  const [fault, setFault] = useState<string>()
  const [opened] = useState(Date.now)
  // Minted once, and sent once: however often Submit is pressed, it is one entry.
  const [entryId] = useState(() => crypto.randomUUID())
  const submitted = useRef(false)

  const close = () => void navigate('/')
  const submit = () => {
    if (isBlank(content) || submitted.current) return
    const found = contentFault(content)
    if (found) return setFault(found)
    submitted.current = true
    add(entryId, { content, level }).catch((error: unknown) => {
      toast.error(writeFailure(error, LOG_TEXT.createFailed), 'dashboard')
      toast.error('Your text is kept: open New Entry to go on with it.', 'dashboard')
      console.warn('The entry was refused.', error)
    })
    toast.success(LOG_TEXT.created, 'dashboard')
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <Dialog
      labelledBy={`${id}-title`}
      onCancel={close}
      className="writing-page panel layer m-0 h-dvh max-h-none w-dvw max-w-none bg-surface wide:m-auto wide:h-fit wide:max-h-[calc(100dvh-2rem)] wide:w-[760px] wide:max-w-[calc(100vw-3rem)] wide:border-edge"
    >
      <div className="flex min-h-full flex-col" onKeyDown={onKeyDown}>
        <div className="flex min-h-14 items-center gap-2 border-b border-line px-2 pt-[env(safe-area-inset-top)] wide:gap-4 wide:pl-6">
          <h1 id={`${id}-title`} className="page-title text-[1.125rem] wide:text-[1.25rem] [font-stretch:90%]">
            New Log Entry
          </h1>
          <time className="mono hidden text-sm text-muted wide:block" dateTime={new Date(opened).toISOString()}>
            {dateText(opened)} {timeText(opened)}
          </time>
          <div className="ml-auto">
            <SoundKey />
          </div>
          <Key look="ghost" className="max-wide:order-first" aria-label="Close" onClick={close}>
            <X size={18} aria-hidden />
          </Key>
        </div>
        <div className="flex flex-1 flex-col gap-4 p-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] wide:p-6 wide:pt-4">
          {kept && (
            <p className="lamp text-warn">
              <span>This text was refused earlier and kept for you.</span>
            </p>
          )}
          <LevelPicker level={level} onChoose={setLevel} />
          <WritingArea
            aria-label="Message"
            aria-describedby={`${id}-fault`}
            aria-invalid={fault !== undefined}
            data-autofocus
            value={content}
            onChange={(event) => {
              setContent(event.target.value)
              setFault(undefined)
            }}
          />
          <Fault id={`${id}-fault`} text={fault} />
          <div className="flex items-center gap-4">
            <p className="mono text-sm text-muted">{words(content)}</p>
            <p className="secondary ml-auto hidden items-center gap-4 wide:flex" aria-hidden>
              <span>
                <kbd className="kbd">Ctrl</kbd> <kbd className="kbd">Enter</kbd> submits
              </span>
              <span>
                <kbd className="kbd">Esc</kbd> closes
              </span>
            </p>
            <Key
              look="primary"
              large
              className="ml-auto flex-1 wide:ml-0 wide:flex-none"
              disabled={isBlank(content)}
              onClick={submit}
            >
              Submit Entry
            </Key>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function SoundKey() {
  const { soundEnabled, choose } = usePreferences()
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

function words(content: string): string {
  const count = wordCount(content)
  return `${count} ${count === 1 ? 'word' : 'words'}`
}
