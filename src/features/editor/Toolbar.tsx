import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import {
  Bold,
  Code,
  Eye,
  Italic,
  Keyboard,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Pencil,
  RadioTower,
  Redo2,
  SeparatorHorizontal,
  Strikethrough,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { keyCapsOf, EDITOR_SHORTCUTS, type EditorShortcut } from '#domain/keyboard/shortcuts.ts'
import { TOOLBAR } from '#domain/editor/toolbar.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { isMac } from '#src/ui/platform.ts'
import './Toolbar.css'

const ICONS: { readonly [shortcut in EditorShortcut]?: LucideIcon } = {
  bold: Bold,
  italic: Italic,
  code: Code,
  strikethrough: Strikethrough,
  bulletList: List,
  numberedList: ListOrdered,
  taskList: ListTodo,
  link: Link,
  divider: SeparatorHorizontal,
}

const FOCUS_STEPS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

type Props = {
  readonly previewing: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The song on the radio. A button of the toolbar inserts it into the text. */
  readonly song: string | undefined
  readonly onPress: (shortcut: EditorShortcut) => void
}

/** Renders the toolbar with a roving tab stop: Tab reaches the bar, arrow keys move within it. */
export function Toolbar({ previewing, canUndo, canRedo, song, onPress }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = FOCUS_STEPS[event.key]
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]
    for (const key of buttons) key.tabIndex = key === next ? 0 : -1
    next?.focus()
    // Browsers do not scroll to a focused button that is partly visible.
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const renderButton = (
    shortcut: EditorShortcut,
    content: ReactNode,
    options: { disabled?: boolean; pressed?: boolean; first?: boolean; title?: string } = {},
  ) => (
    <button
      key={shortcut}
      type="button"
      className="tool"
      tabIndex={options.first ? 0 : -1}
      aria-label={typeof content === 'string' ? undefined : EDITOR_SHORTCUTS[shortcut].name}
      aria-pressed={options.pressed}
      aria-disabled={options.disabled}
      title={`${EDITOR_SHORTCUTS[shortcut].name}${options.title === undefined ? '' : `: ${options.title}`} (${keyCapsOf(
        EDITOR_SHORTCUTS[shortcut],
        isMac(),
      )
        .map((caps) => caps.join('+'))
        .join(', ')})`}
      // Keeps the focus in the text field, so that the caret and the on-screen keyboard stay visible.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !options.disabled && onPress(shortcut)}
    >
      {content}
    </button>
  )
  return (
    <div
      ref={bar}
      className="tools"
      role="toolbar"
      aria-label={EDITOR_TEXT.toolbar}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {TOOLBAR.map((group, index) => (
        <div key={group[0]} className="tool-group">
          {group.map((command, position) => {
            const Icon = ICONS[command]
            return renderButton(command, Icon ? <Icon size={16} aria-hidden /> : command.toUpperCase(), {
              disabled: previewing,
              first: index + position === 0,
            })
          })}
        </div>
      ))}
      <div className="tool-group">
        {renderButton('onAir', <RadioTower size={16} aria-hidden />, {
          disabled: previewing || song === undefined,
          title: song ?? EDITOR_TEXT.noSong,
        })}
        {renderButton('preview', previewing ? <Pencil size={16} aria-hidden /> : <Eye size={16} aria-hidden />, {
          pressed: previewing,
        })}
        {renderButton('keys', <Keyboard size={16} aria-hidden />)}
      </div>
      <div className="tool-group tool-history">
        {renderButton('undo', <Undo2 size={16} aria-hidden />, { disabled: !canUndo })}
        {renderButton('redo', <Redo2 size={16} aria-hidden />, { disabled: !canRedo })}
      </div>
    </div>
  )
}
