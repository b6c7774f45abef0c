import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { contentErrorText, contentOf, type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { LevelStamp } from '#src/ui/LevelStamp.tsx'
import { toast } from '#src/ui/toast.tsx'
import { saveContent } from './actions.ts'
import './QuickEdits.css'

/* Changes of an entry that need no editor. */

/** The stamp of an entry. A press shows all levels in its place, and a second press stamps one of them. */
export function LevelMenu({ entry }: { readonly entry: LogEntry }) {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen || wasOpen.current)
      menu.current?.querySelector<HTMLElement>('[aria-pressed=true], [aria-expanded]')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const choose = (level: string) => {
    setOpen(false)
    if (level !== entry.level) saveContent(entry, { ...contentOf(entry), level })
  }
  return (
    <div
      ref={menu}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && isOpen) setOpen(false)
      }}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {isOpen ? (
        <div role="group" aria-label={ENTRY_TEXT.level} className="stamp-choices">
          {LOG_LEVELS.map((level) => (
            <button
              key={level}
              type="button"
              aria-pressed={level === entry.level}
              aria-label={level}
              onClick={() => choose(level)}
            >
              <LevelStamp level={level} />
            </button>
          ))}
        </div>
      ) : (
        <button
          type="button"
          className="stamp-button"
          aria-expanded={false}
          aria-label={ENTRY_TEXT.changeLevel(entry.level)}
          title={ENTRY_TEXT.changeLevel(entry.level)}
          onClick={() => setOpen(true)}
        >
          <LevelStamp level={entry.level} large />
        </button>
      )}
    </div>
  )
}

type AddItemProps = {
  readonly entry: LogEntry
  /** The name of the button, such as `+ tag`. */
  readonly name: string
  readonly label: string
  /** Returns the content with the typed text added. */
  readonly add: (content: EntryContent, typed: string) => EntryContent
}

/** A button that becomes a text field. Enter adds the typed goal or tag and keeps the field for the next one. Leaving the
 * field adds it too. */
export function AddItem({ entry, name, label, add }: AddItemProps) {
  const [typed, setTyped] = useState<string>()
  const submit = () => {
    const content = add(contentOf(entry), typed ?? '')
    const error = contentErrorText(content)
    if (error !== undefined) return void toast.error(error)
    setTyped('')
    saveContent(entry, content)
  }
  if (typed === undefined)
    return (
      <button type="button" className="text-key" onClick={() => setTyped('')}>
        {name}
      </button>
    )
  return (
    <input
      autoFocus
      className="list-input"
      aria-label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed.trim() === '') setTyped(undefined)
        else submit()
      }}
      onKeyDown={(event) => {
        if (isPartOfComposition(event.nativeEvent)) return
        if (event.key === 'Escape') setTyped(undefined)
        if (event.key === 'Enter' && typed.trim() !== '') submit()
      }}
    />
  )
}
