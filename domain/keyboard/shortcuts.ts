import { isCombinationPressed, type KeyStroke } from './keys.ts'

/**
 * All keyboard shortcuts. The help dialog, the hints on buttons and the event handlers read this list. `$mod` means Cmd
 * on a Mac and Ctrl on other systems. `keys.ts` matches events against these combinations.
 */
export type Shortcut = {
  readonly name: string
  readonly keys: readonly string[]
  /** Keys that replace the default keys on a Mac. Set only if a default key conflicts with another shortcut. */
  readonly macKeys?: readonly string[]
}

/**
 * Shortcuts of the editor (specification §2). Some have a second combination, because the browser or the operating
 * system reserves the first combination.
 */
export const EDITOR_SHORTCUTS = {
  submit: { name: 'Submit or save', keys: ['$mod+Enter', 'Control+Enter'] },
  undo: { name: 'Undo', keys: ['$mod+z'] },
  redo: { name: 'Redo', keys: ['$mod+Shift+z', '$mod+y'] },
  bold: { name: 'Bold', keys: ['$mod+b'] },
  italic: { name: 'Italic', keys: ['$mod+i'] },
  code: { name: 'Inline code', keys: ['$mod+k'] },
  codeBlock: { name: 'Code block', keys: ['$mod+Shift+k'] },
  strikethrough: { name: 'Strikethrough', keys: ['$mod+s'] },
  underline: { name: 'Underline', keys: ['$mod+u'] },
  h1: { name: 'Heading 1', keys: ['$mod+h', '$mod+Alt+Digit1'] },
  h2: { name: 'Heading 2', keys: ['$mod+Alt+Digit2'] },
  h3: { name: 'Heading 3', keys: ['$mod+Alt+Digit3'] },
  h4: { name: 'Heading 4', keys: ['$mod+Alt+Digit4'] },
  divider: { name: 'Divider', keys: ['$mod+d'] },
  link: { name: 'Link', keys: ['$mod+Shift+l'], macKeys: ['$mod+l', '$mod+Shift+l'] },
  numberedList: { name: 'Numbered list', keys: ['Control+n', '$mod+Shift+Digit7'] },
  bulletList: { name: 'Bullet list', keys: ['Control+l', '$mod+Shift+Digit8'] },
  taskList: { name: 'Task list', keys: ['Control+t', '$mod+Shift+Digit9'] },
  onAir: { name: 'Insert current song', keys: ['$mod+Alt+o'] },
  preview: { name: 'Preview', keys: ['$mod+Alt+p'] },
  pageUp: { name: 'Scroll up', keys: ['PageUp'] },
  pageDown: { name: 'Scroll down', keys: ['PageDown'] },
  keys: { name: 'Keyboard shortcuts', keys: ['$mod+/'] },
} as const satisfies { readonly [id: string]: Shortcut }

/** Shortcuts outside the editor. Single keys are inactive in text fields and can be switched off in the settings. */
export const APP_SHORTCUTS = {
  palette: { name: 'Command palette', keys: [':', '$mod+k'] },
  search: { name: 'Search', keys: ['/'] },
  newEntry: { name: 'New entry', keys: ['n'] },
  dictate: { name: 'Dictate entry', keys: ['d'] },
  viewLogs: { name: 'View logs', keys: ['l'] },
  next: { name: 'Next entry', keys: ['j'] },
  previous: { name: 'Previous entry', keys: ['k'] },
  open: { name: 'Open entry', keys: ['o'] },
  edit: { name: 'Edit entry', keys: ['e'] },
  keys: { name: 'Keyboard shortcuts', keys: ['?'] },
} as const satisfies { readonly [id: string]: Shortcut }

/** Returns the first key of an app shortcut. */
export const appShortcutKey = (name: keyof typeof APP_SHORTCUTS): string => APP_SHORTCUTS[name].keys[0]

export type EditorShortcut = keyof typeof EDITOR_SHORTCUTS

/** Returns the editor shortcut that a keyboard event triggers, if any. */
export const editorShortcut = (stroke: KeyStroke, isMac: boolean): EditorShortcut | undefined =>
  EDITOR_NAMES.find((name) =>
    keysOf(EDITOR_SHORTCUTS[name], isMac).some((keys) => isCombinationPressed(keys, stroke, isMac)),
  )

const EDITOR_NAMES = Object.keys(EDITOR_SHORTCUTS).filter((name): name is EditorShortcut => name in EDITOR_SHORTCUTS)

const NAMES: { readonly [key: string]: string } = {
  Control: 'Ctrl',
  Enter: 'Enter',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
}
const MAC_NAMES: { readonly [key: string]: string } = { $mod: '⌘', Shift: '⇧', Alt: '⌥', Control: '⌃' }

export const keysOf = ({ keys, macKeys }: Shortcut, isMac: boolean): readonly string[] =>
  isMac ? (macKeys ?? keys) : keys

/** Splits a key combination into labels: `['Ctrl', 'Shift', 'K']`. */
export function keyCaps(key: string, isMac: boolean): readonly string[] {
  return key.split('+').map((part) => {
    if (isMac && MAC_NAMES[part]) return MAC_NAMES[part]
    if (part === '$mod') return 'Ctrl'
    return NAMES[part] ?? part.replace(/^Digit/, '').replace(/^[a-z]$/, (letter) => letter.toUpperCase())
  })
}

/** Returns the labels of a shortcut's combinations on this operating system, without duplicates. */
export function keyCapsOf(shortcut: Shortcut, isMac: boolean): readonly (readonly string[])[] {
  const all = keysOf(shortcut, isMac).map((key) => keyCaps(key, isMac))
  return all.filter((caps, index) => all.findIndex((other) => other.join() === caps.join()) === index)
}

type ShortcutSheet = readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[]

/**
 * Returns the groups of the help dialog.
 * @param singleKeys whether single keys are switched on
 */
export const shortcutSheet = (singleKeys: boolean): ShortcutSheet => [
  { title: 'While writing', shortcuts: Object.values(EDITOR_SHORTCUTS) },
  { title: 'Outside the editor', shortcuts: singleKeys ? Object.values(APP_SHORTCUTS) : withoutSingleKeys() },
]

const withoutSingleKeys = (): readonly Shortcut[] =>
  Object.values(APP_SHORTCUTS)
    .map(({ name, keys }) => ({ name, keys: keys.filter((key) => key.length > 1) }))
    .filter(({ keys }) => keys.length > 0)
