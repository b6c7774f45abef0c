import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { contentErrorText, contentOf, type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { DEFAULT_LEVEL, LEVEL_MEANINGS, LOG_LEVELS, isLogLevel } from '#domain/entry/levels.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { useSession } from '#src/stores/userStore.ts'
import { LevelStamp } from '#src/ui/LevelStamp.tsx'
import { Stencil } from '#src/ui/Stencil.tsx'
import { toast } from '#src/ui/toast.tsx'
import '#src/styles/listInput.css'
import { saveContent } from './actions.ts'
import './QuickEdits.css'

/* Changes of an entry that need no editor. */

/** Whether a control is open. After Escape or a choice, its button has the focus again. */
type Opening = 'closed' | 'open' | 'closedWithFocus'

type LevelMenuProps = { readonly entry: LogEntry; readonly large?: boolean }

/** The stamp of an entry. A press shows all levels in its place, and a second press stamps one of them. */
export function LevelMenu({ entry, large = false }: LevelMenuProps) {
  const session = useSession()
  const [opening, setOpening] = useState<Opening>('closed')
  if (opening !== 'open')
    return (
      <button
        type="button"
        className={`stamp stamp-button ${large ? 'stamp-large' : ''}`}
        data-level={entry.level}
        autoFocus={opening === 'closedWithFocus'}
        aria-expanded={false}
        aria-label={ENTRY_TEXT.changeLevel(entry.level)}
        title={ENTRY_TEXT.changeLevel(entry.level)}
        onClick={() => setOpening('open')}
      >
        <Stencil text={entry.level} />
      </button>
    )
  return (
    <LevelChoices
      level={entry.level}
      onClose={setOpening}
      onChoose={(level) => {
        setOpening('closedWithFocus')
        if (level !== entry.level) saveContent(session, entry, { ...contentOf(entry), level })
      }}
    />
  )
}

type LevelChoicesProps = {
  readonly level: string
  readonly onClose: (opening: Opening) => void
  readonly onChoose: (level: string) => void
}

function LevelChoices({ level, onClose, onChoose }: LevelChoicesProps) {
  const [focused, setFocused] = useState(isLogLevel(level) ? level : DEFAULT_LEVEL)
  const [first] = useState(focused)
  return (
    <div
      role="group"
      aria-label={ENTRY_TEXT.level}
      className="stamp-choices"
      // Safari does not focus a pressed button, so a press would close the choices before its click.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') onClose('closedWithFocus')
      }}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose('closed')
      }}
    >
      {LOG_LEVELS.map((one) => (
        <button
          key={one}
          type="button"
          autoFocus={one === first}
          aria-pressed={one === level}
          aria-label={one}
          title={LEVEL_MEANINGS[one]}
          onFocus={() => setFocused(one)}
          onClick={() => onChoose(one)}
        >
          <LevelStamp level={one} />
        </button>
      ))}
      <p className="secondary" aria-live="polite">
        {LEVEL_MEANINGS[focused]}
      </p>
    </div>
  )
}

type AddItemProps = {
  readonly entry: LogEntry
  /** The name of the button, such as `+ tag`. */
  readonly name: string
  readonly label: string
  /** Offered while the user types. */
  readonly known: readonly string[]
  /** Matches a typed text that ends with a separator, which adds the item like Enter. */
  readonly separator?: RegExp
  /** Returns the content with the typed text added. */
  readonly add: (content: EntryContent, typed: string) => EntryContent
}

/**
 * A button that becomes a text field. Enter adds the typed goal or tag and keeps the field for the next one. Leaving the
 * field also adds it.
 */
export function AddItem({ entry, name, label, known, separator, add }: AddItemProps) {
  const id = useId()
  const session = useSession()
  const [opening, setOpening] = useState<Opening>('closed')
  const [typed, setTyped] = useState('')
  const submit = (text: string) => {
    if (text.trim() === '') return
    const content = add(contentOf(entry), text)
    const error = contentErrorText(content)
    if (error !== undefined) return void toast.error(error)
    setTyped('')
    saveContent(session, entry, content)
  }
  if (opening !== 'open')
    return (
      <button
        type="button"
        className="text-key"
        autoFocus={opening === 'closedWithFocus'}
        onClick={() => setOpening('open')}
      >
        {name}
      </button>
    )
  return (
    <>
      <input
        autoFocus
        className="list-input"
        aria-label={label}
        list={id}
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        onChange={({ target, nativeEvent }) => {
          const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
          if (!isComposing && separator?.test(target.value)) submit(target.value)
          else setTyped(target.value)
        }}
        onBlur={() => {
          submit(typed)
          setOpening('closed')
        }}
        onKeyDown={(event) => {
          if (isPartOfComposition(event.nativeEvent)) return
          if (event.key === 'Escape') {
            setTyped('')
            setOpening('closedWithFocus')
          }
          if (event.key === 'Enter') submit(typed)
        }}
      />
      <datalist id={id}>
        {known.map((item) => (
          <option key={item}>{item}</option>
        ))}
      </datalist>
    </>
  )
}
