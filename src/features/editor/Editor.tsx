import { useCallback, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { Undo2 } from 'lucide-react'
import type { EditingAction } from '#domain/editor/editorState.ts'
import { wordCount } from '#domain/entry/entry.ts'
import { isBlank, MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { withSong } from '#domain/radio/onAir.ts'
import { editorShortcut, type EditorShortcut } from '#domain/keyboard/shortcuts.ts'
import { songText } from '#domain/radio/song.ts'
import { isVerb, VERBS } from '#domain/editor/toolbar.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { songOnAir, useSongs } from '#src/stores/songs.ts'
import { Fault } from '#src/ui/ErrorText.tsx'
import { Key } from '#src/ui/Button.tsx'
import { isMac } from '#src/ui/platform.ts'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import '#src/themes/writing.css'
import { GoalField } from './GoalField.tsx'
import { LevelPicker } from './LevelPicker.tsx'
import { TagField } from './TagField.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { WritingEditor } from './useEditing.ts'
import { WritingArea, type WritingHandle } from './WritingArea.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const KeySheet = lazyWithPreload(async () => (await import('#src/ui/ShortcutSheet.tsx')).KeySheet)

const PAGE = 0.9

/** What the part is given that an entry can be spoken with. */
export type VoiceProps = {
  readonly draftKey: string
  /** Nothing of this entry goes to the AI. */
  readonly eyesOnly: boolean
  readonly onText: (text: string) => void
}

type Props = {
  readonly editor: WritingEditor
  /** What the text field is called. */
  readonly label: 'Message' | 'Content'
  readonly submitName: string
  readonly busy?: boolean
  readonly fault: string | undefined
  readonly onChange: () => void
  readonly onSubmit: () => void
  /** Speaks the entry. */
  readonly Voice: ComponentType<VoiceProps>
}

/** Everything an entry is written with; the same for a new one and for one that is changed. */
export function Editor({ editor, label, submitName, busy = false, fault, onChange, onSubmit, Voice }: Props) {
  const id = useId()
  const { draft, opened, passage, ownTags, canUndo, canRedo, dispatch } = editor
  const aiEnabled = useSettings((state) => state.settings.aiEnabled)
  const singleKeys = usePreferences((state) => state.singleKeys)
  const unkept = useDrafts((state) => state.storageFailed)
  const song = useSongs(songOnAir)
  const area = useRef<WritingHandle>(null)
  const form = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [previewing, setPreviewing] = useState(false)
  const [keysShown, setKeysShown] = useState(false)
  const [tooMuch, setTooMuch] = useState<number>()

  const act = useCallback(
    (action: EditingAction) => {
      setTooMuch(undefined)
      onChange()
      dispatch(action)
    },
    [dispatch, onChange],
  )
  const speak = useCallback((text: string) => act({ kind: 'spoken', text, at: Date.now() }), [act])
  const press = (shortcut: EditorShortcut) => {
    const at = Date.now()
    if (shortcut === 'submit') return onSubmit()
    if (shortcut === 'keys') return setKeysShown(true)
    if (shortcut === 'preview') return setPreviewing(!previewing)
    if (shortcut === 'pageUp' || shortcut === 'pageDown') {
      const pages = shortcut === 'pageUp' ? -PAGE : PAGE
      preview.current?.scrollBy({ top: pages * preview.current.clientHeight })
      return area.current?.scroll(pages)
    }
    if (shortcut === 'onAir') {
      const before = area.current?.read()
      if (song && before) act({ kind: 'changed', before, after: withSong(before, song), at })
      return area.current?.focus()
    }
    if (shortcut === 'undo' || shortcut === 'redo') act({ kind: shortcut, at })
    else if (isVerb(shortcut) && area.current) {
      const before = area.current.read()
      act({ kind: 'changed', before, after: VERBS[shortcut](before), at })
    }
    area.current?.focus()
  }
  useEditorKeys(form, press)
  // Somebody goes on with another draft: its text is what they want to be in.
  useLayoutEffect(() => area.current?.focus(), [opened])

  const over = draft.content.length - MAX_CONTENT_CHARACTERS
  const said = tooMuch
    ? `Nothing was pasted: it has ${tooMuch.toLocaleString('en-US')} characters and an entry can have ${MAX_CONTENT_CHARACTERS.toLocaleString('en-US')}. Paste a part of it.`
    : fault
  return (
    <div ref={form} className="editor">
      <Voice draftKey={draft.key} eyesOnly={draft.eyesOnly} onText={speak} />
      <LevelPicker level={draft.level} onChoose={(level) => act({ kind: 'level', level, at: Date.now() })} />
      <div className="writing-box">
        <Toolbar
          previewing={previewing}
          canUndo={canUndo}
          canRedo={canRedo}
          song={song && songText(song)}
          onPress={press}
        />
        {previewing ? (
          <div ref={preview} className="writing-preview" role="region" aria-label="Preview" tabIndex={0}>
            {isBlank(draft.content) ? (
              <p className="text-muted">Nothing to preview.</p>
            ) : (
              <MarkdownText text={draft.content} />
            )}
          </div>
        ) : (
          <WritingArea
            handle={area}
            passage={passage}
            onAction={act}
            onTooMuch={setTooMuch}
            aria-label={label}
            aria-describedby={`${id}-fault`}
            aria-invalid={said !== undefined}
            data-autofocus
            autoFocus
          />
        )}
      </div>
      <div className="editor-lists">
        <GoalField goals={draft.goals} onChange={(goals) => act({ kind: 'goals', goals, at: Date.now() })} />
        <TagField
          tags={draft.tags}
          ownTags={ownTags}
          onChange={(tags) => act({ kind: 'tags', ownTags: tags, at: Date.now() })}
        />
      </div>
      {(aiEnabled || draft.eyesOnly) && (
        <label className="eyes-only">
          <input
            type="checkbox"
            checked={draft.eyesOnly}
            onChange={(event) => act({ kind: 'eyesOnly', eyesOnly: event.target.checked, at: Date.now() })}
          />
          <span>
            <b>EYES ONLY</b> This entry is never sent to the AI.
          </span>
        </label>
      )}
      <Fault id={`${id}-fault`} text={said} />
      <div className="editor-foot">
        <p className={`mono text-sm ${over > 0 ? 'text-danger' : 'text-muted'}`}>
          {over > 0 ? `${over.toLocaleString('en-US')} characters too many` : words(draft.content)}
          {unkept ? (
            <span className="text-warn"> · Drafts cannot be kept: this device’s storage is full or blocked.</span>
          ) : (
            editor.touched && <span className="max-wide:sr-only"> · draft kept</span>
          )}
        </p>
        <p className="secondary ml-auto hidden items-center gap-4 wide:flex" aria-hidden>
          <span>
            <kbd className="kbd">{isMac() ? '⌘' : 'Ctrl'}</kbd> <kbd className="kbd">Enter</kbd>{' '}
            {submitName === 'Submit Entry' ? 'submits' : 'saves'}
          </span>
          <span>
            <kbd className="kbd">Esc</kbd> closes
          </span>
        </p>
        <Key large className="editor-undo" aria-label="Undo" disabled={!canUndo} onClick={() => press('undo')}>
          <Undo2 size={20} aria-hidden />
        </Key>
        <Key
          look="primary"
          large
          className="editor-submit"
          disabled={isBlank(draft.content)}
          aria-disabled={busy || undefined}
          onClick={onSubmit}
        >
          {submitName}
        </Key>
      </div>
      {keysShown && <KeySheet singleKeys={singleKeys} onClose={() => setKeysShown(false)} />}
    </div>
  )
}

/** The shortcuts of the editor, there as soon as its text is. Those that change the text work in the text. */
function useEditorKeys(form: React.RefObject<HTMLElement | null>, press: (shortcut: EditorShortcut) => void): void {
  const latest = useRef(press)
  useLayoutEffect(() => {
    latest.current = press
  })
  useLayoutEffect(() => {
    const editor = form.current
    const everywhere: readonly EditorShortcut[] = ['submit', 'preview', 'keys']
    const onKeyDown = (event: KeyboardEvent) => {
      const pressed = editorShortcut(event, isMac())
      if (!pressed || (!everywhere.includes(pressed) && !isWriting(event))) return
      event.preventDefault()
      latest.current(pressed)
    }
    editor?.addEventListener('keydown', onKeyDown)
    return () => editor?.removeEventListener('keydown', onKeyDown)
  }, [form])
}

const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.writing-box') !== null

function words(content: string): string {
  const count = wordCount(content)
  return `${count} ${count === 1 ? 'word' : 'words'}`
}
