import { useCallback, useId, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { ChevronDown, Undo2 } from 'lucide-react'
import type { Draft } from '#domain/entry/draft.ts'
import type { EditorAction } from '#domain/editor/editorState.ts'
import { wordCount } from '#domain/entry/entry.ts'
import { isBlank, MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { isLogLevel, LEVEL_MEANINGS } from '#domain/entry/levels.ts'
import { insertSong } from '#domain/radio/onAir.ts'
import { EDITOR_SHORTCUTS, editorShortcut, keyCaps, type EditorShortcut } from '#domain/keyboard/shortcuts.ts'
import { songText } from '#domain/radio/song.ts'
import { isFormatCommand, FORMAT_COMMANDS } from '#domain/editor/toolbar.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { songOnAir, useSongs } from '#src/stores/songs.ts'
import { ErrorText } from '#src/ui/ErrorText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { isMac } from '#src/ui/platform.ts'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import '#src/ui/keycap.css'
import './Editor.css'
import { GoalField } from './GoalField.tsx'
import { LevelPicker } from './LevelPicker.tsx'
import { TagField } from './TagField.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { WritingEditor } from './useEditing.ts'
import { WritingArea, type WritingHandle } from './WritingArea.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ShortcutSheet = lazyWithPreload(async () => (await import('#src/ui/ShortcutSheet.tsx')).ShortcutSheet)

const PAGE_FRACTION = 0.9

/** The props of the voice input. */
export type VoiceProps = {
  readonly draftKey: string
  /** Whether the entry is excluded from AI. */
  readonly eyesOnly: boolean
  readonly onText: (text: string) => void
}

type Props = {
  readonly editor: WritingEditor
  /** The accessible name of the text field. */
  readonly label: string
  /** The name of the submit button. Omitted if the page around the editor has such a button. */
  readonly submitName?: string
  readonly error: string | undefined
  /** The id of the element in which the page shows the error. If omitted, the editor shows the error. */
  readonly errorId?: string
  /** Called with a new error, and with undefined after each change. */
  readonly onError: (error: string | undefined) => void
  readonly onSubmit: (draft: Draft) => void
  /** The component of the voice input. The page passes it as a prop, because features do not import each other. */
  readonly Voice: ComponentType<VoiceProps>
  /** Shown above the text. */
  readonly note?: ReactNode
}

/** Renders all fields of a new or an existing entry. */
export function Editor({ editor, label, submitName, error, errorId, onError, onSubmit, Voice, note }: Props) {
  const ownErrorId = useId()
  const { draft, openedKey, selection, ownTags, canUndo, canRedo, dispatch } = editor
  const aiEnabled = useSettings((state) => state.settings.aiEnabled)
  const singleKeys = usePreferences((state) => state.singleKeys)
  const storageFailed = useDrafts((state) => state.storageFailed)
  const song = useSongs(songOnAir)
  const area = useRef<WritingHandle>(null)
  const form = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [previewing, setPreviewing] = useState(false)
  const [shortcutsShown, setShortcutsShown] = useState(false)
  const [detailsShown, showDetails] = useState(draft.goals.length + ownTags.length > 0 || draft.eyesOnly)

  const applyAction = useCallback(
    (action: EditorAction) => {
      onError(undefined)
      dispatch(action)
    },
    [dispatch, onError],
  )
  const insertSpoken = useCallback(
    (text: string) => applyAction({ kind: 'appendTranscript', text, at: Date.now() }),
    [applyAction],
  )
  const submit = () => onSubmit(editor.settle())
  const runShortcut = (shortcut: EditorShortcut) => {
    const at = Date.now()
    if (shortcut === 'submit') return submit()
    if (shortcut === 'keys') return setShortcutsShown(true)
    if (shortcut === 'preview') return setPreviewing(!previewing)
    if (shortcut === 'pageUp' || shortcut === 'pageDown') {
      const field = form.current?.querySelector('.writing, .writing-preview')
      return field && scrollByPages(field, shortcut === 'pageUp' ? -PAGE_FRACTION : PAGE_FRACTION)
    }
    if (shortcut === 'onAir') {
      const before = area.current?.readSelection()
      if (song && before) applyAction({ kind: 'edit', before, after: insertSong(before, song), at })
      return area.current?.focus()
    }
    if (shortcut === 'undo' || shortcut === 'redo') applyAction({ kind: shortcut, at })
    else if (isFormatCommand(shortcut) && area.current) {
      const before = area.current.readSelection()
      applyAction({ kind: 'edit', before, after: FORMAT_COMMANDS[shortcut](before), at })
    }
    area.current?.focus()
  }
  useEditorShortcuts(form, runShortcut)
  // The preview replaces the text field. If the text field had the focus, the preview takes it, and the other way round.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) (preview.current ?? area.current)?.focus()
  }, [previewing])
  // When the user continues another draft, the focus moves to the text field.
  useLayoutEffect(() => area.current?.focus(), [openedKey])

  const excessCharacters = draft.content.length - MAX_CONTENT_CHARACTERS
  const [modifierCap, enterCap] = keyCaps(EDITOR_SHORTCUTS.submit.keys[0], isMac())
  return (
    <div ref={form} className="editor">
      <div className="editor-fields">
        {note}
        <div className="writing-box">
          <Toolbar
            previewing={previewing}
            canUndo={canUndo}
            canRedo={canRedo}
            song={song && songText(song)}
            onPress={runShortcut}
          />
          {previewing ? (
            <div ref={preview} className="writing-preview" role="region" aria-label={EDITOR_TEXT.preview} tabIndex={0}>
              {isBlank(draft.content) ? (
                <p className="muted">{EDITOR_TEXT.previewEmpty}</p>
              ) : (
                <MarkdownText text={draft.content} />
              )}
            </div>
          ) : (
            <WritingArea
              handle={area}
              selection={selection}
              onAction={applyAction}
              onPasteTooLong={(characters) => onError(EDITOR_TEXT.pasteRejected(characters, MAX_CONTENT_CHARACTERS))}
              aria-label={label}
              aria-describedby={errorId ?? ownErrorId}
              aria-invalid={error !== undefined}
              data-autofocus
              autoFocus
            />
          )}
        </div>
        <div className="editor-row">
          <LevelPicker
            level={draft.level}
            onChoose={(level) => applyAction({ kind: 'setFields', fields: { level }, at: Date.now() })}
          />
          <Voice draftKey={draft.key} eyesOnly={draft.eyesOnly} onText={insertSpoken} />
          {isLogLevel(draft.level) && <p className="editor-meaning secondary">{LEVEL_MEANINGS[draft.level]}</p>}
        </div>
        <Button
          look="ghost"
          className="editor-details-key"
          aria-expanded={detailsShown}
          onClick={() => showDetails(!detailsShown)}
        >
          {EDITOR_TEXT.details}
          <ChevronDown size={16} aria-hidden />
        </Button>
        <div className="editor-details" data-shown={detailsShown || undefined}>
          <div className="editor-lists">
            <GoalField
              goals={draft.goals}
              onChange={(goals) => applyAction({ kind: 'setFields', fields: { goals }, at: Date.now() })}
            />
            <TagField
              tags={draft.tags}
              ownTags={ownTags}
              onChange={(tags) => applyAction({ kind: 'setOwnTags', ownTags: tags, at: Date.now() })}
            />
          </div>
          {(aiEnabled || draft.eyesOnly) && (
            <label className="eyes-only">
              <input
                type="checkbox"
                checked={draft.eyesOnly}
                onChange={(event) =>
                  applyAction({ kind: 'setFields', fields: { eyesOnly: event.target.checked }, at: Date.now() })
                }
              />
              <span>
                <b>{EDITOR_TEXT.eyesOnly}</b> {EDITOR_TEXT.eyesOnlyHint}
              </span>
            </label>
          )}
        </div>
      </div>
      <div className="editor-end">
        {errorId === undefined && <ErrorText id={ownErrorId} text={error} />}
        <div className="editor-foot">
          <p className={`mono small ${excessCharacters > 0 ? 'danger' : 'muted'}`}>
            {excessCharacters > 0
              ? EDITOR_TEXT.overLimit(excessCharacters)
              : EDITOR_TEXT.words(wordCount(draft.content))}
            {storageFailed ? (
              <span className="warn">{EDITOR_TEXT.draftsNotSaved}</span>
            ) : (
              editor.isTouched && <span className="sr-only-phone">{EDITOR_TEXT.draftSaved}</span>
            )}
          </p>
          <p className="secondary editor-hints" aria-hidden>
            <span>
              <kbd className="kbd">{modifierCap}</kbd> <kbd className="kbd">{enterCap}</kbd>{' '}
              {submitName === undefined ? EDITOR_TEXT.saveHint : EDITOR_TEXT.submitHint}
            </span>
            <span>
              <kbd className="kbd">{keyCaps('Escape', isMac())}</kbd> {EDITOR_TEXT.closeHint}
            </span>
          </p>
          <Button
            large
            className="editor-undo"
            aria-label={EDITOR_SHORTCUTS.undo.name}
            disabled={!canUndo}
            onClick={() => runShortcut('undo')}
          >
            <Undo2 size={20} aria-hidden />
          </Button>
          {submitName !== undefined && (
            <Button look="primary" large className="editor-submit" disabled={isBlank(draft.content)} onClick={submit}>
              {submitName}
            </Button>
          )}
        </div>
      </div>
      {shortcutsShown && <ShortcutSheet singleKeys={singleKeys} onClose={() => setShortcutsShown(false)} />}
    </div>
  )
}

/** Scrolls the text. On the page of an entry, the text has no scroll bar, so the page scrolls, without its bars. */
function scrollByPages(field: Element, pages: number): void {
  if (field.scrollHeight > field.clientHeight) field.scrollBy({ top: pages * field.clientHeight })
  else window.scrollBy({ top: (pages * window.innerHeight) / 2 })
}

/**
 * Handles the editor's shortcuts, everywhere in its dialog or page. Uses layout effects, so that the shortcuts work as
 * soon as the text is visible. Shortcuts that change the text work only in the writing box.
 */
function useEditorShortcuts(
  form: React.RefObject<HTMLElement | null>,
  runShortcut: (shortcut: EditorShortcut) => void,
): void {
  const latest = useRef(runShortcut)
  useLayoutEffect(() => {
    latest.current = runShortcut
  })
  useLayoutEffect(() => {
    const editor = form.current
    const screen = editor?.closest<HTMLElement>('dialog, main') ?? editor
    const globalShortcuts: readonly EditorShortcut[] = ['submit', 'preview', 'keys']
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined
      const pressed = editorShortcut(event, isMac())
      if (!pressed || !(globalShortcuts.includes(pressed) || target?.closest('.writing-box'))) return
      // Keys that are pressed in a dialog over the editor do not belong to the editor.
      if (target?.closest('dialog') !== editor?.closest('dialog')) return
      event.preventDefault()
      latest.current(pressed)
    }
    screen?.addEventListener('keydown', onKeyDown)
    return () => screen?.removeEventListener('keydown', onKeyDown)
  }, [form])
}
